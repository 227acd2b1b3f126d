import type { ServiceSheet, SheetParty } from '@tablewire/contracts/booking/service-sheets'
import { namesAllergy } from '@tablewire/contracts/booking/allergy.rules'
import { formatNumber } from '#src/kit/format.ts'
import { useT } from '../use-t.ts'
import { SheetHead, SheetNotes } from './SheetHead.tsx'
import { SheetPaper, Sideways } from './sheet-paper.ts'
import { sheetTime } from './sheet-time.ts'
import { useSheetT } from './use-sheet-t.ts'

/** Words that need no other one before them. */
const saysSo = /al+[eé]rg/i

const unlike = (words: readonly string[]): string[] =>
  words.filter((word, index) => words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === index)

/** Which visit it is, and what became of earlier ones; a party from the street and one of nobody known have none. */
const pastOf = (t: ReturnType<typeof useSheetT>, { walkIn, visits, noShows, lateMinutes }: SheetParty): string[] => [
  ...(visits === null || walkIn ? [] : [visits === 0 ? t('visit.first') : t('visit.nth', { count: visits + 1 })]),
  ...(noShows ? [t('visit.noShows', { count: noShows })] : []),
  ...(lateMinutes ? [t('late', { count: lateMinutes })] : []),
]

const Marks = ({ party }: { party: SheetParty }) => {
  const t = useSheetT()
  const words = unlike([...party.allergies, ...party.tags, ...party.guestTags])
  const alarming = (word: string): boolean => party.allergies.includes(word) || namesAllergy(word)
  const facts = [...words.filter((word) => !alarming(word)), ...pastOf(t, party)]
  return (
    <>
      {words.filter(alarming).map((word) => (
        <div className="alarm" key={word}>
          {saysSo.test(word) ? word : t('allergy', { word })}
        </div>
      ))}
      {facts.length > 0 ? <div>{facts.join(' · ')}</div> : null}
      {party.notes ? <div className={namesAllergy(party.notes) ? 'alarm' : undefined}>{party.notes}</div> : null}
    </>
  )
}

const Row = ({ party, withTables }: { party: SheetParty; withTables: boolean }) => {
  const t = useT()
  const name = [party.firstName, party.lastName].filter(Boolean).join(' ')
  return (
    <tr className={party.status === 'no_show' ? 'gone' : undefined}>
      <td className="time">{sheetTime(party)}</td>
      <td className="number">{formatNumber(party.partySize)}</td>
      <td className="guest">
        {name || t('guest.unknown')}
        {party.phone ? <div>{party.phone}</div> : null}
      </td>
      <td className="notes">
        <Marks party={party} />
      </td>
      {withTables ? <td className="at">{party.tableName}</td> : null}
      <td>{party.areaName}</td>
      <td>{t(`status.${party.status}`)}</td>
    </tr>
  )
}

/** Who comes, in order of arrival. */
export const ListSheet = ({ sheet }: { sheet: ServiceSheet }) => {
  const t = useSheetT()
  const list = useT()
  // A house that works with none needs no column.
  const withTables = sheet.parties.some(({ tableName }) => tableName)
  return (
    <SheetPaper aria-label={t('page.list')}>
      <SheetHead sheet={sheet} title={t('page.list')} />
      <SheetNotes sheet={sheet} />
      {sheet.parties.length === 0 ? <p className="nothing">{t('nobody')}</p> : null}
      {sheet.more ? <p className="nothing">{t('tooMany', { count: sheet.parties.length })}</p> : null}
      {sheet.parties.length > 0 ? (
        <Sideways tabIndex={0} aria-label={t('page.list')}>
          <table>
            <thead>
              <tr>
                <th>{list('column.time')}</th>
                <th className="number">{list('column.party')}</th>
                <th>{list('column.guest')}</th>
                <th>{list('column.notes')}</th>
                {withTables ? <th>{list('filter.table')}</th> : null}
                <th>{list('column.area')}</th>
                <th>{list('column.status')}</th>
              </tr>
            </thead>
            <tbody>
              {sheet.parties.map((party) => (
                <Row key={party.id} party={party} withTables={withTables} />
              ))}
            </tbody>
          </table>
        </Sideways>
      ) : null}
    </SheetPaper>
  )
}
