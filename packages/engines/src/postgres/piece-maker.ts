import type { CopiedPiece } from '../engine.ts';

/** Makes pieces of what the server sends row by row. */
export interface PieceMaker {
  /** Takes a row, which stands between two places; answers a piece when one is full. */
  row(bytes: Buffer, from: number, to: number): CopiedPiece | undefined;
  /** What has come since the last piece. */
  rest(): CopiedPiece | undefined;
}
