import { sendPipelined, type PipelineCtx } from './deferred.ts'

/**
 * A row that leaves with the commit. What was sent can be read at once; what the database has not said yet (`Unsaid`) has no place in the type, and
 * comes with `written`: the row as it stands, from the database itself.
 */
export type Pending<Row, Unsaid extends keyof Row> = Omit<Row, Unsaid> & { readonly written: Promise<Row> }

/** A row that was read, where one that leaves with the commit is told of as well. */
export const written = <Row extends object>(row: Row): Row & { written: Promise<Row> } => ({ ...row, written: Promise.resolve(row) })

/** Sends it unread: when it fails, its transaction fails. */
export const pending = async <Sent extends object, Row>(
  ctx: PipelineCtx,
  sent: Sent,
  row: Promise<Row>,
): Promise<Sent & { written: Promise<Row> }> => {
  await sendPipelined(ctx, row)
  return { ...sent, written: row }
}
