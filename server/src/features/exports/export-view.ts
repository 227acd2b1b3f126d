import type { Export } from '@tablewire/contracts/operations/exports'
import type { Ctx } from '#src/platform/ctx.ts'
import type { ExportRecord } from './export-rows.ts'

const purpose = 'export link'
const signed = ({ id, expiresAt }: { id: string; expiresAt: string }): string => `${id} ${Date.parse(expiresAt)}`

/** Good without a sign-in, as it is opened from a mail; until when is part of what is signed. */
export const linkOf = ({ ports }: Ctx, { id, expiresAt }: { id: string; expiresAt: string }): string =>
  `/v1/exports/${id}/file?until=${Date.parse(expiresAt)}&signature=${ports.secrets.sign(purpose, signed({ id, expiresAt }))}`

export const linkIsOurs = (
  { ports }: Pick<Ctx, 'ports'>,
  { id, untilMs, signature }: { id: string; untilMs: number; signature: string },
): boolean => ports.secrets.verify(purpose, `${id} ${untilMs}`, signature)

/** `his`: whoever looks would be given what is in it today as well. */
export const exportView = (ctx: Ctx, row: ExportRecord, his: boolean): Export => {
  const { id, kind, format, state, failedFor, rowsDone, rowsTotal, bytes, createdAt, finishedAt, asOf, expiresAt } = row
  const open = his && state === 'done' && expiresAt !== null && Date.parse(expiresAt) > ctx.clock().epochMilliseconds
  return {
    id,
    kind,
    format,
    state,
    failedFor,
    rowsDone,
    rowsTotal,
    bytes,
    createdAt,
    finishedAt,
    asOf,
    expiresAt,
    link: open ? linkOf(ctx, { id, expiresAt }) : null,
  }
}
