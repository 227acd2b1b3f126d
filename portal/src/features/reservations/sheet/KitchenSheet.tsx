import type { Kitchen, ServiceSheet } from '@tablewire/contracts/booking/service-sheets'
import { formatNumber } from '#src/kit/format.ts'
import { useT } from '../use-t.ts'
import { SheetHead, SheetNotes } from './SheetHead.tsx'
import { SheetPaper, Sideways } from './sheet-paper.ts'
import { sheetTime } from './sheet-time.ts'
import { useSheetT } from './use-sheet-t.ts'

const Quarters = ({ quarters }: Pick<Kitchen, 'quarters'>) => {
  const t = useSheetT()
  const list = useT()
  return (
    <div>
      <h3>{t('quarters')}</h3>
      <table>
        <thead>
          <tr>
            <th>{list('column.time')}</th>
            <th className="number">{t('covers')}</th>
            <th className="number">{t('parties')}</th>
          </tr>
        </thead>
        <tbody>
          {quarters.map((quarter) => (
            <tr key={quarter.startsAt}>
              <td className="time">{sheetTime(quarter)}</td>
              <td className="number">{formatNumber(quarter.covers)}</td>
              <td className="number">{formatNumber(quarter.parties)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Told = Kitchen['large'][number] & { words?: readonly string[] }

const Parties = ({ parties, label }: { parties: readonly Told[]; label: string }) => {
  const list = useT()
  return (
    <Sideways tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th>{list('column.time')}</th>
            <th className="number">{list('column.party')}</th>
            <th>{list('column.guest')}</th>
            <th>{list('column.notes')}</th>
            <th>{list('column.area')}</th>
          </tr>
        </thead>
        <tbody>
          {parties.map((party) => (
            <tr key={`${party.startsAt} ${party.lastName} ${party.partySize}`}>
              <td className="time">{sheetTime(party)}</td>
              <td className="number">{formatNumber(party.partySize)}</td>
              <td>{party.lastName}</td>
              <td className="notes">
                {party.words?.map((word) => (
                  <div className="alarm" key={word}>
                    {word}
                  </div>
                ))}
                {party.note}
              </td>
              <td>
                {party.areaName}
                {party.tableName ? <div className="at">{party.tableName}</div> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

/** What the kitchen needs: when how many come, who may not eat what, and large parties; no telephone and no address. */
export const KitchenSheet = ({ sheet }: { sheet: ServiceSheet }) => {
  const t = useSheetT()
  const { kitchen } = sheet
  return (
    <SheetPaper aria-label={t('page.kitchen')}>
      <SheetHead sheet={sheet} title={t('page.kitchen')} />
      <SheetNotes sheet={sheet} />
      {kitchen.quarters.length === 0 ? <p className="nothing">{t('nobody')}</p> : null}
      {kitchen.quarters.length > 0 ? (
        <div className="sides">
          <Quarters quarters={kitchen.quarters} />
          <div>
            <div>
              <h3>{t('allergies.of', { count: kitchen.allergyParties })}</h3>
              {kitchen.allergyWords.length > 0 ? (
                <ul>
                  {kitchen.allergyWords.map(({ word, parties }) => (
                    <li key={word}>
                      <b>{word}</b>: {t('sum.parties', { count: parties })}
                    </li>
                  ))}
                </ul>
              ) : null}
              {kitchen.allergies.length > 0 ? <Parties parties={kitchen.allergies} label={t('allergies')} /> : null}
            </div>
            {kitchen.large.length > 0 ? (
              <div>
                <h3>{t('large')}</h3>
                <Parties parties={kitchen.large} label={t('large')} />
              </div>
            ) : null}
          </div>
        </div>
      ) : null}
    </SheetPaper>
  )
}
