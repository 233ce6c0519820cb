/** The actions on a whole lesson: try, save, open, share, print, and begin another one. */
import { downloadFile } from '../../../app/files/download.ts';
import { errorMessage } from '../../../app/loading/loading.ts';
import { lessonLimits } from '../../../lessons/format/lesson.ts';
import { decodeUtf8 } from '../../../shared/utf8.ts';
import { Button } from '../../parts/button.tsx';
import { FileButton } from '../../parts/fields.tsx';
import { hashOfLesson } from '../lesson-source.ts';
import { draftOfLesson, emptyDraft, type LessonDraft, type WrittenLesson } from './editor-draft.ts';
import type { EditorMessage, EditorProps } from './stored-draft.ts';

interface Props extends EditorProps {
  readonly writtenLesson: WrittenLesson;
  readonly isPrinting: boolean;
  readonly onTry: () => void;
  readonly onPrint: (content: 'answers' | 'questions') => void;
  readonly onMessage: (message: EditorMessage) => void;
  readonly onWarning: (text: string) => void;
}

export function EditorBar({ draft, writtenLesson, isPrinting, onChange, onTry, onPrint, onMessage, onWarning }: Props) {
  const open = async (chosenFile: File) => {
    try {
      onChange(await readDraftFile(chosenFile), { text: `${chosenFile.name} is open.`, onUndo: () => draft });
    } catch (error) {
      onWarning(`${chosenFile.name} could not be read: ${errorMessage(error)}.`);
    }
  };
  const share = async () => {
    const hash = hashOfLesson(writtenLesson.text);
    if (hash === undefined)
      return onWarning(
        'This lesson is too long for a link. Save it as a file, put the file into the folder of the page, and open #lesson=PATH.',
      );
    const url = `${location.href.split('#')[0]}${hash}`;
    try {
      await navigator.clipboard.writeText(url);
      onMessage({ text: 'The link of the lesson was copied.' });
    } catch {
      onWarning(`The link could not be copied automatically. Copy it here: ${url}`);
    }
  };
  const cannotPrint = writtenLesson.lesson === undefined || isPrinting;
  return (
    <p className="cluster">
      <Button className="primary" onClick={onTry}>
        Try it
      </Button>
      <Button onClick={() => downloadFile(`${draft.id}.json`, 'application/json', writtenLesson.text)}>
        Save as a file
      </Button>
      <FileButton label="Lesson file" accept=".json,application/json" onFiles={([file]) => void open(file)}>
        Open a file
      </FileButton>
      <Button onClick={() => void share()}>Share as a link</Button>
      <Button disabled={cannotPrint} onClick={() => onPrint('answers')}>
        Print with answers
      </Button>
      <Button disabled={cannotPrint} onClick={() => onPrint('questions')}>
        Print without answers
      </Button>
      <Button onClick={() => onChange(emptyDraft, { text: 'This is a new lesson.', onUndo: () => draft })}>New</Button>
    </p>
  );
}

/** @throws Error if the file is not a lesson */
async function readDraftFile(file: File): Promise<LessonDraft> {
  if (file.size > 4 * lessonLimits.file) throw new Error('it is too long');
  return draftOfLesson(decodeUtf8(new Uint8Array(await file.arrayBuffer())));
}
