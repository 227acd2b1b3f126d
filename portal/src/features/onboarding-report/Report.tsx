import { mdiChartBoxOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { onboardingInvites, type OnboardingReport } from '@tablewire/contracts/onboarding/onboarding-invites'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { PlainTable, Sideways } from './PlainTable.tsx'
import { useT } from './use-t.ts'

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2.5),
  maxWidth: 1160,
}))
const Dates = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 220px))',
  gap: theme.spacing(2),
}))

const States = ({ states }: Pick<OnboardingReport, 'states'>) => {
  const t = useT()
  const days = (value: number | null): string => (value === null ? '–' : formatNumber(value, { maximumFractionDigits: 1 }))
  return (
    <Card title={t('states')} hint={t('states.hint')}>
      <Sideways tabIndex={0} aria-label={t('states')}>
        <PlainTable>
          <thead>
            <tr>
              <th scope="col">{t('state')}</th>
              {(['count', 'late', 'median', 'stays'] as const).map((column) => (
                <th key={column} scope="col" className="number">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {states.map(({ status, count, late, medianDays, stays }) => (
              <tr key={status}>
                <th scope="row">{t(`s.${status}`)}</th>
                <td className="number">{formatNumber(count)}</td>
                <td className="number">{formatNumber(late)}</td>
                <td className="number">{days(medianDays)}</td>
                <td className="number">{formatNumber(stays)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </Sideways>
    </Card>
  )
}

const Partners = ({ partners }: Pick<OnboardingReport, 'partners'>) => {
  const t = useT()
  return (
    <Card title={t('partners')} hint={t('partners.hint')}>
      <Sideways tabIndex={0} aria-label={t('partners')}>
        <PlainTable>
          <thead>
            <tr>
              <th scope="col">{t('partner')}</th>
              <th scope="col">{t('kind')}</th>
              <th scope="col" className="number">
                {t('open')}
              </th>
              <th scope="col" className="number">
                {t('late')}
              </th>
              <th scope="col">{t('stuckIn')}</th>
              <th scope="col" className="number">
                {t('toLive')}
              </th>
            </tr>
          </thead>
          <tbody>
            {partners.map(({ kind, id, name, open, late, stuckIn, medianDaysToLive }) => (
              <tr key={`${kind}${id}`}>
                <th scope="row">{name}</th>
                <td>{t(`kind.${kind}`)}</td>
                <td className="number">{formatNumber(open)}</td>
                <td className="number">{formatNumber(late)}</td>
                <td>{stuckIn ? t(`s.${stuckIn}`) : '–'}</td>
                <td className="number">{medianDaysToLive === null ? '–' : formatNumber(medianDaysToLive)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </Sideways>
    </Card>
  )
}

export const Report = () => {
  const t = useT()
  const [{ from = '', to = '' }, setSearch] = useUrlSearch()
  const filters = { ...(from ? { requestedFrom: from } : {}), ...(to ? { requestedTo: to } : {}) }
  const { data, error, refetch } = useEndpoint(onboardingInvites.report, { query: { filters } }, keepRows)
  const dates = [
    ['from', from],
    ['to', to],
  ] as const
  return (
    <Parts>
      <Dates>
        {dates.map(([name, value]) => (
          <TextField
            key={name}
            type="date"
            label={t(`requested.${name}`)}
            value={value}
            onChange={({ target }) => setSearch({ [name]: target.value || undefined })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
      </Dates>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <RowsSkeleton /> : null}
      {data ? <States states={data.states} /> : null}
      {data && data.partners.length > 0 ? <Partners partners={data.partners} /> : null}
      {data?.partners.length === 0 ? <EmptyState icon={mdiChartBoxOutline} title={t('none')} hint={t('none.hint')} /> : null}
    </Parts>
  )
}
