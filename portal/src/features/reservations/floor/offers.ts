import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Judge, Judged } from './room-carry.ts'

type Offer = Judged & { readonly row: ReservationRow }
const [givenMost, refusedMost] = [6, 3]

/** Whom a table could be given to: whom it suits first, then with what speaks against it; who cannot have it is named with the reason. */
export const offersOf = (
  waiting: readonly ReservationRow[],
  tableId: string,
  judge: Judge,
): { given: Offer[]; refused: Offer[]; more: number } => {
  const all = waiting.flatMap((row): Offer[] => {
    const judged = judge(row.id, tableId)
    return judged ? [{ row, ...judged }] : []
  })
  const of = (verdict: Offer['fit']['verdict']): Offer[] => all.filter(({ fit }) => fit.verdict === verdict)
  const given = [...of('may'), ...of('warn')].slice(0, givenMost)
  const refused = of('not').slice(0, refusedMost)
  return { given, refused, more: waiting.length - given.length - refused.length }
}
