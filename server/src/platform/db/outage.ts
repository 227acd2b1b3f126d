import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { isReadOnly } from './servers.ts'

/** No room on a disk, the database's (53100) or that of a folder of ours; or that may be read only. */
const unwritable = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EROFS'])
type Failure = { code?: unknown; syscall?: unknown; severity?: unknown }

/** Nobody's fault and over in a moment: a statement that took too long, a lock that did not come, decisions that crossed each other too often. */
const passing = new Set(['57014', '55P03', '40001', '40P01', '25P03'])
export const isPassing = (error: unknown): boolean => passing.has(String((error as Failure | null)?.code))
/** Connection lost (08), resources used up (53), stopped by somebody (57P), its machine failing (58). */
const away = /^(08|53|57P|58)/
/** Out of file descriptors, ours or the machine's. */
const noDescriptors = ['EMFILE', 'ENFILE']
const busy = new Set([...passing, ...noDescriptors])
/** A connection of ours broke in the middle. */
const broken = new Set(['ECONNRESET', 'EPIPE'])
/** What `pg` says without a code. */
const lost =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Client was closed|Cannot use a pool after calling end/

/**
 * What fails because the database or the machine under it is not well: a 503, which passes by itself or by an operator's hand, and never a fault of the
 * request. Undefined for everything else.
 */
export const outageOf = (error: unknown): Extract<ErrorCode, 'server.busy' | 'storage.unwritable'> | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code: given, syscall, severity } = error as Failure
  const code = typeof given === 'string' ? given : ''
  if (unwritable.has(code)) return 'storage.unwritable'
  if (busy.has(code) || isReadOnly(error)) return 'server.busy'
  // FATAL ends the connection, whatever the reason.
  if (typeof severity === 'string' && (away.test(code) || severity === 'FATAL' || severity === 'PANIC')) return 'server.busy'
  const ended = lost.test(error.message) || syscall === 'connect' || (broken.has(code) && (syscall === 'read' || syscall === 'write'))
  return ended ? 'server.busy' : undefined
}
