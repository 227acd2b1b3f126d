import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { isReadOnly } from './servers.ts'

/** Disk full, the database's (53100) or that of one of our folders; or a read-only one. */
const unwritable = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EROFS'])
type Failure = { code?: unknown; syscall?: unknown; severity?: unknown }

/** Transient contention: a timeout of a statement, a lock or a transaction, too many serialization failures. */
const passing = new Set(['57014', '55P03', '40001', '40P01', '25P03', '25P04'])
export const isPassing = (error: unknown): boolean => passing.has(String((error as Failure | null)?.code))
/** Connection lost (08), insufficient resources (53), operator intervention (57P), and what is broken there. */
const away = /^(08|53|57P|58|F0|XX)/
/** System error (58), a fault of its configuration (F0), internal error or a corrupt page (XX): somebody has to look. */
export const isBroken = (error: unknown): boolean => /^(58|F0|XX)/.test(String((error as Failure | null)?.code))
/** Out of file descriptors, ours or the machine's. */
const noDescriptors = ['EMFILE', 'ENFILE']
const busy = new Set([...passing, ...noDescriptors])
/** Our connection broke in mid-flight. */
const broken = new Set(['ECONNRESET', 'EPIPE'])
/** Messages that `pg` gives without a code. */
const lost =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection error and is not queryable|Client was closed|Cannot use a pool after calling end/

/** Errors of the database or its machine, not of the request: a 503, which passes by itself or needs an operator. Undefined for everything else. */
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
