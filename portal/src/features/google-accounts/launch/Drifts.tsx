import { mdiCompare, mdiCompareRemove } from '@mdi/js'
import Button from '@mui/material/Button'
import { type GoogleDrift, googleLaunch } from '@tablewire/contracts/google/google-launch'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { currentLang } from '#src/i18n/lang.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatDate, formatInstant, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { zoneName } from '#src/kit/zone-clock.ts'
import { useT } from '../use-t.ts'

/** A day, and as far back as somebody looks. */
const [firstPage, mostShown] = [24, 200]

type Case = GoogleDrift['samples'][number]
const Wrong = ({ one }: { one: Case }) => {
  const t = useT()
  const { venueName, timeZone, day, time, partySize, told, open, toldAt, why, action, by } = one
  const since =
    action && by ? t('drift.since', { what: t(action.startsWith('reservation.') ? 'drift.kind.booking' : 'drift.kind.setting'), by }) : ''
  return (
    <div>
      {t('drift.case', { venue: venueName, day: formatDate(day), time, zone: zoneName(timeZone, currentLang()), party: partySize })}
      {open ? t('drift.case.open') : t('drift.case.closed', { count: told })} {t('drift.toldAt', { at: formatInstant(toldAt, timeZone) })}{' '}
      {t(`drift.why.${why}`)} {since}
    </div>
  )
}

const Probe = ({ drift }: { drift: GoogleDrift }) => {
  const t = useT()
  const { at, checked, wrong, oldestAt, samples, alarming } = drift
  const share = formatNumber(wrong / checked, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <ListItem
      icon={<Icon path={wrong > 0 ? mdiCompareRemove : mdiCompare} />}
      title={
        <>
          {formatInstant(at)}
          <Tag tone={alarming ? 'danger' : wrong > 0 ? 'warning' : 'success'}>
            {wrong > 0 ? t('drift.wrong', { share }) : t('drift.right')}
          </Tag>
        </>
      }
      text={
        <>
          {t('drift.text', { wrong: formatNumber(wrong), checked: formatNumber(checked) })}
          {oldestAt ? ` · ${t('drift.oldest', { at: formatInstant(oldestAt) })}` : ''}
          {samples.map((one) => (
            <Wrong key={`${one.venueId} ${one.day} ${one.time} ${one.partySize}`} one={one} />
          ))}
          {wrong > samples.length ? <div>{t('drift.more', { count: wrong - samples.length })}</div> : null}
        </>
      }
    />
  )
}

/** GO1: every hour a sample of what Google was last told, against the book: how much of it is wrong, how old, and which change was not told. */
export const Drifts = ({ accountId }: { accountId: string }) => {
  const t = useT()
  const [limit, setLimit] = useState(firstPage)
  const query = useEndpoint(googleLaunch.drifts, { params: { id: accountId }, query: { limit } }, keepRows)
  const { data } = query
  return (
    <FormSection title={t('drift.title')} hint={t('drift.hint')}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton /> : null}
      {data?.total === 0 ? <EmptyState icon={mdiCompare} title={t('drift.none')} hint={t('drift.none.hint')} /> : null}
      {data?.total ? (
        <ItemList aria-label={t('drift.title')}>
          {data.data.map((drift) => (
            <Probe key={drift.id} drift={drift} />
          ))}
        </ItemList>
      ) : null}
      {data && data.total > limit && limit < mostShown ? <Button onClick={() => setLimit(mostShown)}>{t('feeds.more')}</Button> : null}
    </FormSection>
  )
}
