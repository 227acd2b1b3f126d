import { type Mapping, targetsFor } from '@tablewire/contracts/import/import.rules'
import { langs } from '@tablewire/contracts/kit/wire'
import { reservationSheetPhrases } from '#src/features/reservations/api.ts'
import { userSheetPhrases } from '#src/features/users/api.ts'
import type { Batch } from './batch-rows.ts'

type Headers = Readonly<Record<string, string>>
const headersOf: Partial<Record<Batch['kind'], readonly Headers[]>> = {
  reservations: langs.map((lang) => reservationSheetPhrases[lang].columns),
  users: langs.map((lang) => userSheetPhrases[lang].columns),
}

/**
 * How our own file is read, in whichever language it was written: each column into what it was written from. What is only told in it (the service day,
 * the second factor) is read into nothing. Undefined = it is somebody else's file, whose booking numbers, for one, are not ours.
 */
export const ownFields = (batch: Pick<Batch, 'kind' | 'venueId'>, columns: readonly { name: string }[]): Mapping['fields'] | undefined => {
  const names = new Set(columns.map(({ name }) => name.trim()))
  const headers = headersOf[batch.kind]?.find((one) => {
    const all = Object.values(one)
    return names.has(one['id']!) && all.filter((header) => names.has(header)).length * 2 > all.length
  })
  if (!headers) return undefined
  const fields = targetsFor(batch).flatMap(({ name }): [string, Mapping['fields'][string]][] => {
    const header = headers[name]
    return header !== undefined && names.has(header) ? [[name, { columns: [header], constant: null }]] : []
  })
  return Object.fromEntries(fields)
}
