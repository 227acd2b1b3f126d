import { sendPipelined, type PipelineCtx } from './deferred.ts'

/**
 * A row whose insert is pipelined with the commit. The values we sent can be read at once; those the database generates (`Unsaid`) are not in the
 * type, and come with `written`, the returned row.
 */
export type Pending<Row, Unsaid extends keyof Row> = Omit<Row, Unsaid> & { readonly written: Promise<Row> }

/** A row that was read, for code that also takes pending ones. */
export const written = <Row extends object>(row: Row): Row & { written: Promise<Row> } => ({ ...row, written: Promise.resolve(row) })

/** Sends it without awaiting the result: its failure fails the transaction. */
export const pending = async <Sent extends object, Row>(
  ctx: PipelineCtx,
  sent: Sent,
  row: Promise<Row>,
): Promise<Sent & { written: Promise<Row> }> => {
  await sendPipelined(ctx, row)
  return { ...sent, written: row }
}
