/** As much of JSON Schema (2020-12) as the schema of a scenario file uses; another keyword is an error of the test. */
type Schema = Record<string, unknown>;
type Check = (argument: never, data: unknown, schema: Schema) => boolean;

const isObject = (data: unknown): data is Schema => typeof data === 'object' && data !== null && !Array.isArray(data);
const keysOf = (data: unknown) => (isObject(data) ? Object.keys(data) : []);
const isType: Readonly<Record<string, (data: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (data) => typeof data === 'string',
  boolean: (data) => typeof data === 'boolean',
  number: (data) => typeof data === 'number',
  integer: Number.isInteger,
};
const declared = (schema: Schema, key: string) =>
  Object.hasOwn((schema.properties ?? {}) as Schema, key) ? ((schema.properties as Schema)[key] as Schema) : undefined;
const says = () => true;

const checks: Readonly<Record<string, Check>> = {
  $schema: says,
  title: says,
  description: says,
  default: says,
  type: (type: string, data) => isType[type]?.(data) === true,
  const: (value: unknown, data) => data === value,
  enum: (values: unknown[], data) => values.includes(data),
  minimum: (least: number, data) => typeof data !== 'number' || data >= least,
  maximum: (most: number, data) => typeof data !== 'number' || data <= most,
  maxLength: (most: number, data) => typeof data !== 'string' || [...data].length <= most,
  pattern: (pattern: string, data) => typeof data !== 'string' || new RegExp(pattern, 'u').test(data),
  items: (schema: Schema, data) => !Array.isArray(data) || data.every((item) => accepts(schema, item)),
  minItems: (least: number, data) => !Array.isArray(data) || data.length >= least,
  maxItems: (most: number, data) => !Array.isArray(data) || data.length <= most,
  required: (keys: string[], data) => !isObject(data) || keys.every((key) => Object.hasOwn(data, key)),
  minProperties: (least: number, data) => !isObject(data) || keysOf(data).length >= least,
  maxProperties: (most: number, data) => keysOf(data).length <= most,
  propertyNames: (schema: Schema, data) => keysOf(data).every((key) => accepts(schema, key)),
  properties: (_: unknown, data, schema) =>
    keysOf(data).every((key) => accepts(declared(schema, key) ?? {}, (data as Schema)[key])),
  additionalProperties: (rest: Schema | false, data, schema) =>
    keysOf(data)
      .filter((key) => declared(schema, key) === undefined)
      .every((key) => rest !== false && accepts(rest, (data as Schema)[key])),
  oneOf: (schemas: Schema[], data) => schemas.filter((schema) => accepts(schema, data)).length === 1,
  anyOf: (schemas: Schema[], data) => schemas.some((schema) => accepts(schema, data)),
};

export function accepts(schema: Schema, data: unknown): boolean {
  return Object.entries(schema).every(([keyword, argument]) => {
    const check = Object.hasOwn(checks, keyword) ? checks[keyword] : undefined;
    if (check === undefined) throw new Error(`the test does not know the keyword ${keyword}`);
    return check(argument as never, data, schema);
  });
}
