/** Marks an error as one of the file, which the reader of the message can mend. */
export const FILE_ERROR = 'FILE_ERROR';

/** An error that says what is wrong with a file. */
export function fileProblem(message: string): Error {
  return Object.assign(new Error(message), { code: FILE_ERROR });
}
