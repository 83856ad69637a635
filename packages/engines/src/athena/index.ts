import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { athenaDialect } from './dialect.ts';
import { classifyAthenaError } from './errors.ts';
import { openAthena } from './session.ts';

/** Amazon Athena: databases of its catalog are its schemas. */
export const athena = defineEngine({
  id: 'awsathena',
  name: 'Amazon Athena',
  drivers: ['rest', 'arrow', 'pandas'],
  uriPlaceholder:
    'awsathena+rest://{aws_access_key_id}:{aws_secret_access_key}@athena.{region}.amazonaws.com/{schema}?s3_staging_dir={s3_staging_dir}&work_group={work_group}',
  encryptionQuery: {},
  dialect: athenaDialect,
  capabilities: USUAL_CAPABILITIES,
  asksOutbound: true,
  classify: classifyAthenaError,
  open: openAthena,
});
