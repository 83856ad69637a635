import { ChartroomError, chartApi, dashboardApi, datasetApi, reportApi } from '@chartroom/model';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { wireForm } from './errors.ts';
import { type Misfit, parseBody } from './validation.ts';

function refusal(schema: z.ZodType, body: unknown, misfit?: Misfit): unknown {
  try {
    parseBody(schema, body, misfit);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('bodies that do not fit', () => {
  test('H20: very many mistakes are counted, not told one by one; as many numbers written as texts are read', () => {
    const schema = z.strictObject({ ids: z.array(z.number().int()) });
    const many = (value: unknown) => ({ ids: Array.from({ length: 40_000 }, () => value) });
    expect(refusal(schema, many('x'))).toMatchObject({
      status: 400,
      message: 'Request is incorrect: 40000 of its values are not what is expected',
    });
    expect(parseBody(schema, many('12'))).toEqual(many(12));
  });

  test('each field is told in the words that clients compare', () => {
    const body = {
      slice_name: null,
      datasource_id: 'a',
      datasource_type: 1,
      cache_timeout: 'soon',
      owners: ['x'],
      uuid: 5,
      viz_type: null,
    };
    expect(refusal(chartApi.create.body, body)).toMatchObject({
      status: 400,
      fields: {
        slice_name: ['Field may not be null.'],
        datasource_id: ['Not a valid integer.'],
        datasource_type: ['Not a valid string.'],
        cache_timeout: ['Not a valid integer.'],
        owners: { 0: ['Not a valid integer.'] },
        uuid: ['Not a valid UUID.'],
        viz_type: ['Field may not be null.'],
      },
    });
    const kind = { ...body, datasource_type: 'cloud' };
    expect(refusal(chartApi.create.body, kind)).toMatchObject({
      fields: { datasource_type: ['Must be one of: table, dataset, query, saved_query, view.'] },
    });
  });

  test('numbers and switches may be written as texts, and are told apart from what is none', () => {
    const schema = z.object({
      chart: z.int(),
      on: z.boolean(),
      share: z.number(),
      owners: z.array(z.int()),
      name: z.string(),
    });
    const sent = { chart: '12', on: 'Yes', share: '0.5', owners: [1, '2'], name: '7' };
    expect(parseBody(schema, sent)).toEqual({ chart: 12, on: true, share: 0.5, owners: [1, 2], name: '7' });
    expect(sent.chart).toBe('12');
    expect(parseBody(schema, { ...sent, on: 0 })).toMatchObject({ on: false });
    expect(
      refusal(schema, { chart: '1.5', on: 'maybe', share: '1e400', owners: ['1 or 1=1'], name: 7 }),
    ).toMatchObject({
      fields: {
        chart: ['Not a valid integer.'],
        on: ['Not a valid boolean.'],
        owners: { 0: ['Not a valid integer.'] },
        name: ['Not a valid string.'],
      },
    });
  });

  test('numbers are told their bounds', () => {
    const schema = z.object({ rows: z.int().min(1), share: z.number().max(5) });
    expect(refusal(schema, { rows: 0, share: 6 })).toMatchObject({
      fields: { rows: ['Must be greater than or equal to 1.'], share: ['Must be less than or equal to 5.'] },
    });
  });

  test('a field that takes fractions asks for a number', () => {
    expect(
      refusal(reportApi.create.body, { validator_config_json: { op: '<', threshold: 'x' } }),
    ).toMatchObject({
      fields: { validator_config_json: { threshold: ['Not a valid number.'] } },
    });
  });

  test('a document inside a field has its reasons inside the list of the field', () => {
    const json_metadata = JSON.stringify({
      wings: 2,
      refresh_frequency: 'x',
      native_filter_configuration: [1],
    });
    expect(refusal(dashboardApi.update.body, { json_metadata })).toMatchObject({
      fields: {
        json_metadata: [
          {
            wings: ['Unknown field.'],
            refresh_frequency: ['Not a valid integer.'],
            native_filter_configuration: { 0: ['Not a valid mapping type.'] },
          },
        ],
      },
    });
    expect(refusal(dashboardApi.update.body, { json_metadata: '[]' })).toMatchObject({
      fields: { json_metadata: [{ _schema: ['Invalid input type.'] }] },
    });
  });

  test('where the contract wants the list, it has the reasons and what was sent', () => {
    const error = refusal(datasetApi.update.body, { wings: 2 }, 'listed');
    expect(error).toBeInstanceOf(ChartroomError);
    expect(error).toMatchObject({ status: 422 });
    expect(error instanceof ChartroomError && wireForm(error)).toMatchObject({
      errors: [
        {
          error_type: 'MARSHMALLOW_ERROR',
          level: 'error',
          extra: { messages: { wings: ['Unknown field.'] }, payload: { wings: 2 } },
        },
      ],
    });
  });
});
