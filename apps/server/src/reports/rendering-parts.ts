import type { MailFile } from '../mail/mailer.ts';
import type { Piece } from './chart-content.ts';

/** What one view of an alert or report holds. */
export interface Rendering {
  /** Title of the chart or dashboard, and where it is. */
  title: string;
  url: string;
  pieces: Piece[];
  files: MailFile[];
  /** What its picture shows, as something that a page can show. */
  shown?: { type: string; content: Buffer } | undefined;
  /** What is missing or different, in sentences. */
  notes: string[];
}

/** Id by which the HTML of a mail shows its picture. */
export const PICTURE = 'picture@report';
