import { uploadApi } from '@chartroom/model';
import { api } from '../../api/api.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { EMPTY_UPLOAD, has, type UploadForm, type UploadKind } from './upload-form.ts';

const ENDINGS_OF: Record<UploadKind, string> = {
  csv: 'CSV_EXTENSIONS',
  excel: 'EXCEL_EXTENSIONS',
  columnar: 'COLUMNAR_EXTENSIONS',
};

/** Endings that a kind of file may have in this installation. */
export function endingsOf(kind: UploadKind): string[] {
  const { [ENDINGS_OF[kind]]: own, ALLOWED_EXTENSIONS: allowed } = bootstrap.conf;
  return Array.isArray(own) && Array.isArray(allowed) ? own.filter((ending) => allowed.includes(ending)) : [];
}

/** Makes the table and its dataset of a file that was received. */
export async function upload(kind: UploadKind, received: string, form: UploadForm): Promise<void> {
  const { database: pk, table_name, ...others } = form;
  if (pk === undefined) throw new Error('Selecting a database is required');
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(others)) {
    const known = Object.keys(EMPTY_UPLOAD).find((each): each is keyof UploadForm => each === name);
    if (!known || !has(kind, known)) continue;
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      continue;
    fields[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  await api(uploadApi.upload, { params: { pk }, form: { type: kind, received, table_name, ...fields } });
}
