import { StateEffect } from '@codemirror/state';

/** Something that may be written where the cursor is. */
export interface CodeChoice {
  label: string;
  /** What it is, in a word: it stands beside the label. */
  kind: string;
  detail: string | undefined;
  about: string | undefined;
  /** What is written; with `isSnippet`, `#{name}` stands for what is to be filled in, one after another by Tab. */
  insert: string;
  isSnippet: boolean;
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

/** A piece of the text. */
export interface CodeSpan {
  from: number;
  to: number;
}

/** A place in the text to underline. */
export interface CodeMark extends CodeSpan {
  message: string;
  /** An error unless it is said otherwise. */
  severity?: 'error' | 'warning' | 'info';
  /** What could stand there instead. */
  instead?: readonly string[];
}

/** What is told of a name. */
export interface CodeNote extends CodeSpan {
  title: string;
  detail: string | undefined;
  about: string | undefined;
}

/** A piece of a text that is looked at. */
export interface CodePiece extends CodeSpan {
  text: string;
  /** Where the cursor is. */
  at: number;
  /** Whether somebody writes there, and is not to be disturbed. */
  isWriting: boolean;
  signal: AbortSignal;
}

/** What an editor asks of whoever knows the language and what is written about. */
export interface CodeService {
  /** Undefined for nothing; `isAsked`: the person wants to see a list. */
  complete: (
    text: string,
    at: number,
    isAsked: boolean,
  ) => CodeChoices | undefined | Promise<CodeChoices | undefined>;
  /** What can be run by itself, in order. */
  statements: (text: string) => readonly CodeSpan[];
  run: (text: string, statement: CodeSpan) => void;
  /** What the name at a place is; `isAsked`: where there is none, what stands around it may be told. */
  note: (text: string, at: number, isAsked: boolean) => CodeNote | undefined | Promise<CodeNote | undefined>;
  /** Where the name at a place is given. */
  definition: (text: string, at: number) => CodeSpan | undefined;
  /** Shows elsewhere what the name at a place is; false for a name of which there is nothing to show. */
  open: (text: string, at: number) => boolean;
  /** Everywhere that the name at a place stands, if the text itself gives it. */
  places: (text: string, at: number) => readonly CodeSpan[];
  /** What is wrong in a piece. */
  problems: (piece: CodePiece) => Promise<readonly CodeMark[]>;
}

/** Tells an editor that its service knows something else than before. */
export const serviceChanged = StateEffect.define<null>();
