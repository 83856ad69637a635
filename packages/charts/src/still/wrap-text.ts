import { textWidth } from '../draw/measure-text.ts';

/** A text in lines that fit a width in pixels: it breaks between words, and within those that are longer than a line. */
export function wrappedText(text: string, fontSize: number, width: number): string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line, fontSize, Math.max(width, fontSize * 2)));
}

function wrappedLine(text: string, fontSize: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((each) => fittingPieces(each, fontSize, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(longer, fontSize) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function fittingPieces(word: string, fontSize: number, width: number): string[] {
  if (textWidth(word, fontSize) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && textWidth(piece + letter, fontSize) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

/** At most so many lines; the last one that is shown tells by an ellipsis that there are more. */
export function fewLines(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, Math.max(0, most - 1)), `${lines[most - 1] ?? ''} …`];
}
