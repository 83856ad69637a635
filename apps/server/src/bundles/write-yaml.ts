import { type ScalarTag, stringify } from 'yaml';
import { stringifyNumber, stringifyString } from 'yaml/util';

/** A document as YAML in which every reader finds the same, be it one of YAML 1.1 (as PyYAML) or of YAML 1.2. */
export function writeYaml(document: unknown): string {
  // What YAML 1.1 takes for something other than text is quoted by `compat`; the tags know what it leaves.
  return stringify(document, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    customTags: (tags) => [text, number, ...tags],
  });
}

/** Signs that some readers take for a line break or leave out, or that they refuse; half a pair of surrogates is one. */
const UNSAFE = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
/** Those of them that JSON leaves as they are. */
const BARE_IN_JSON = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** Plain words that PyYAML takes for something other than text, though the library does not: `=`, and moments that have odd ends. */
const TAKEN_OTHERWISE = /^(?:=|\d{4}-\d{1,2}-\d{1,2}(?:[Tt \t].*)?)$/;
/** In several lines: blank space at the beginning or the end, of which readers of blocks have different views. */
const BLANK_ENDS = /^\s|[ \t]\n*$/;

const text: ScalarTag = {
  identify: (value) => typeof value === 'string',
  default: true,
  tag: 'tag:yaml.org,2002:str',
  resolve: (value) => value,
  stringify: (item, context, onComment, onChompKeep) => {
    const value = String(item.value);
    if (isUnsafe(value)) return quoted(value);
    return stringifyString(
      { ...item, value },
      Object.assign({ actualString: true }, context),
      onComment,
      onChompKeep,
    );
  },
};

function isUnsafe(value: string): boolean {
  if (UNSAFE.test(value)) return true;
  // A tab ends a plain word for PyYAML.
  return value.includes('\n') ? BLANK_ENDS.test(value) : value.includes('\t') || TAKEN_OTHERWISE.test(value);
}

/** In double quotes, in one line. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll(
    BARE_IN_JSON,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const number: ScalarTag = {
  identify: (value) => typeof value === 'number',
  default: true,
  tag: 'tag:yaml.org,2002:float',
  test: /^-?\d+\.0e[-+]\d+$/,
  resolve: Number,
  // PyYAML takes `1e+21` for text: it wants a point.
  stringify: (item) => stringifyNumber(item).replace(/^(-?\d+)e/, '$1.0e'),
};
