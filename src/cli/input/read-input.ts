/** Reads what a command line names, with a message about a file that cannot be read. */
import { InputError } from '../io.ts';
import { systemErrorText } from '../system-error.ts';

/**
 * The result of `read` for a file.
 * @param subject command or option that named the file, for messages
 * @param more what else to say of an error
 * @throws InputError
 */
export function readInput<Content>(
  subject: string,
  path: string,
  read: () => Content,
  more: (error: unknown) => string = () => '',
): Content {
  try {
    return read();
  } catch (error) {
    throw new InputError(`${subject}: ${path} could not be read: ${systemErrorText(error)}${more(error)}`);
  }
}
