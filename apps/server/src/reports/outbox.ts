import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';

/** What is to go to whom: one for a moment of a schedule and a recipient. */
export interface Delivery {
  reportId: number;
  /** The moment of the schedule, as it is stored. */
  scheduled: string;
  /** Kind and address. */
  recipient: string;
}

export type DeliveryState = Row<'report_deliveries'>['state'];

/**
 * Deliveries as the records have them. Each is written down as `sending` before anything leaves the server, and marked
 * afterwards: what is found as `sending` by a later run was cut off in between. Nobody can tell whether it arrived, so it
 * is not sent again but told as `unknown`.
 */
export class Outbox {
  readonly #db: Db;
  readonly #now: () => Date;

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Takes a delivery to send it; answers `sending` when it may be sent now, else what became of it before. */
  async take(delivery: Delivery): Promise<DeliveryState> {
    const taken = await this.#db
      .insertInto('report_deliveries')
      .values({
        report_id: delivery.reportId,
        scheduled_dttm: delivery.scheduled,
        recipient: delivery.recipient,
        state: 'sending',
        attempts: 1,
        message: null,
        changed_on: this.#now().toISOString(),
      })
      .onConflict((on) => on.columns(['report_id', 'scheduled_dttm', 'recipient']).doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows === 1n) return 'sending';
    const again = await this.#change(delivery, 'waiting', 'sending', null, 1);
    if (again) return 'sending';
    if (await this.#change(delivery, 'sending', 'unknown', CUT_OFF, 0)) return 'unknown';
    const { state } = await this.#db
      .selectFrom('report_deliveries')
      .select('state')
      .where('report_id', '=', delivery.reportId)
      .where('scheduled_dttm', '=', delivery.scheduled)
      .where('recipient', '=', delivery.recipient)
      .executeTakeFirstOrThrow();
    return state;
  }

  /** Marks what became of a delivery that was taken. */
  async mark(
    delivery: Delivery,
    state: Exclude<DeliveryState, 'sending'>,
    message: string | null,
  ): Promise<void> {
    await this.#change(delivery, 'sending', state, message, 0);
  }

  async #change(
    { reportId, scheduled, recipient }: Delivery,
    from: DeliveryState,
    state: DeliveryState,
    message: string | null,
    attempts: number,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('report_deliveries')
      .set((on) => ({
        state,
        message,
        attempts: on('attempts', '+', attempts),
        changed_on: this.#now().toISOString(),
      }))
      .where('report_id', '=', reportId)
      .where('scheduled_dttm', '=', scheduled)
      .where('recipient', '=', recipient)
      .where('state', '=', from)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}

const CUT_OFF = 'The server stopped while it was being sent.';
