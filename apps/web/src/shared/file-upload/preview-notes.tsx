import type { FilePreview, FilePreviewColumn, FileSettings } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { Alert, Button } from 'antd';
import styles from './file-upload.module.css';
import { exampleOf, TYPE_WORDS, withType } from './plans.ts';

interface PreviewNotesProps {
  preview: FilePreview;
  settings: FileSettings;
  onChange: (settings: FileSettings) => void;
}

/** What nothing in the file tells, and what does not fit: each with the answers that settle it. */
export function PreviewNotes({ preview, settings, onChange }: PreviewNotesProps) {
  const days = preview.columns.filter(({ doubt }) => doubt === 'days');
  const decimals = preview.columns.filter(({ doubt }) => doubt === 'decimal');
  return (
    <div className={styles.notes}>
      {days.length > 0 && (
        <Note
          text={`Which comes first, the day or the month? ${namesOf(days)} can be read both ways (${exampleOf(preview, days[0]?.name ?? '')}), and stays text until you say it.`}
          answers={[
            { label: 'The day', onClick: () => onChange({ ...settings, day_first: true }) },
            { label: 'The month', onClick: () => onChange({ ...settings, day_first: false }) },
          ]}
        />
      )}
      {decimals.length > 0 && (
        <Note
          text={`Does the sign in the numbers of ${namesOf(decimals)} part thousands, or stand before fractions? The first one is now read as ${exampleOf(preview, decimals[0]?.name ?? '')}.`}
          answers={[
            { label: '1,234.50', onClick: () => onChange({ ...settings, decimal: '.' }) },
            { label: '1.234,50', onClick: () => onChange({ ...settings, decimal: ',' }) },
          ]}
        />
      )}
      {preview.columns
        .filter(({ nearly }) => nearly !== null)
        .map((column) => (
          <Misfits key={column.name} column={column} settings={settings} onChange={onChange} />
        ))}
      {preview.line_count > 0 && <OddLines preview={preview} settings={settings} onChange={onChange} />}
    </div>
  );
}

interface Answer {
  label: string;
  onClick: () => void;
}

function Note({ text, answers, children }: { text: string; answers: Answer[]; children?: React.ReactNode }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={
        <div className={styles.note}>
          <div className={styles.noteText}>
            {text}
            {children}
          </div>
          {answers.map(({ label, onClick }) => (
            <Button key={label} size="small" onClick={onClick}>
              {label}
            </Button>
          ))}
        </div>
      }
    />
  );
}

interface MisfitsProps {
  column: FilePreviewColumn;
  settings: FileSettings;
  onChange: (settings: FileSettings) => void;
}

/** Values of a column that are not what the others are: they can be kept as text, or become nothing. */
function Misfits({ column: { name, type, nearly }, settings, onChange }: MisfitsProps) {
  if (!nearly) return null;
  const word = TYPE_WORDS[nearly.type].toLowerCase();
  const count = grouped(nearly.misfits);
  const found = `${count} ${nearly.misfits === 1 ? 'value' : 'values'} of ${name}`;
  const examples = nearly.examples.map((each) => JSON.stringify(each)).join(', ');
  return type === 'text' ? (
    <Note
      text={`${name} stays text: ${found} cannot be read as ${word} (${examples}).`}
      answers={[
        {
          label: `Read as ${word}, leave these empty`,
          onClick: () => onChange(withType(settings, name, nearly.type)),
        },
      ]}
    />
  ) : (
    <Note
      text={`${found} cannot be read as ${word} and will be empty: ${examples}.`}
      answers={[{ label: 'Keep as text', onClick: () => onChange(withType(settings, name, 'text')) }]}
    />
  );
}

/** Lines with more or fewer cells than the header. */
function OddLines({ preview, settings, onChange }: PreviewNotesProps) {
  const { line_count: count, lines, more_cells: column } = preview;
  const isOmitting = settings.long_lines === 'omit';
  const hasLong = lines.some(({ cells }) => cells > preview.names.length);
  const [omit, keep]: Answer[] = [
    { label: 'Leave out the longer ones', onClick: () => onChange({ ...settings, long_lines: 'omit' }) },
    { label: 'Keep them', onClick: () => onChange({ ...settings, long_lines: 'keep' }) },
  ];
  const what = isOmitting
    ? 'The longer ones are left out.'
    : `Cells that are missing are empty${column ? `; cells beyond the header go into the column ${column}` : ''}.`;
  const answer = isOmitting ? keep : omit;
  return (
    <Note
      text={`${grouped(count)} ${count === 1 ? 'line has' : 'lines have'} not as many cells as the header. ${what}`}
      answers={hasLong && answer ? [answer] : []}
    >
      <details>
        <summary>{lines.length < count ? `The first ${lines.length} of them` : 'Show'}</summary>
        <ul className={styles.lines}>
          {lines.map(({ line, cells, text }) => (
            <li key={line}>
              Line {line}, {cells} {cells === 1 ? 'cell' : 'cells'}: <code>{text}</code>
            </li>
          ))}
        </ul>
      </details>
    </Note>
  );
}

/** Names of columns: the first few, and how many more. */
function namesOf(columns: readonly FilePreviewColumn[]): string {
  const shown = columns.slice(0, 3).map(({ name }) => `"${name}"`);
  const more = columns.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
