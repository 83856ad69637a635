/** Something that may be written where the cursor is. */
export interface CodeChoice {
  label: string;
  /** What it is, in a word: it stands beside the label. */
  kind: string;
  detail: string | undefined;
  about: string | undefined;
  /** What is written. */
  insert: string;
  /** Where the cursor stands then, counted from the beginning of what is written. */
  cursor: number;
  /** What may follow is shown at once. */
  leadsOn: boolean;
}

/** What may be written in place of a piece of the text, the best first. */
export interface CodeChoices {
  from: number;
  to: number;
  choices: readonly CodeChoice[];
  /** How many fit besides those. */
  more: number;
}

/** What an editor asks of whoever knows the language and what is written about. */
export interface CodeService {
  /** Undefined for nothing; `isAsked`: the person wants to see a list. */
  complete: (
    text: string,
    at: number,
    isAsked: boolean,
  ) => CodeChoices | undefined | Promise<CodeChoices | undefined>;
}
