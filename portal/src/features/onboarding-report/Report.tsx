import { mdiChartBoxOutline } from '@mdi/js'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { onboardingInvites, type OnboardingReport } from '@tablewire/contracts/onboarding/onboarding-invites'
import { Link as RouterLink } from '@tanstack/react-router'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatNumber, readersZone } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ExportReport } from './ExportReport.tsx'
import { PartnerFilters } from './PartnerFilters.tsx'
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

/** What the figures were narrowed to, as the list of requests is asked for it. */
type Searched = { search: Readonly<Record<string, string>> }

/** A number that opens the requests it counts. */
const Rows = ({ name, value, search }: Searched & { name: string; value: number }) => {
  const t = useT()
  const said = formatNumber(value)
  if (value === 0) return said
  return (
    <Link
      component={RouterLink}
      to="/onboarding-requests"
      search={search as never}
      underline="always"
      aria-label={t('rows', { name, value: said })}
    >
      {said}
    </Link>
  )
}

const States = ({ states, search }: Pick<OnboardingReport, 'states'> & Searched) => {
  const t = useT()
  const days = (value: number | null): string => (value === null ? '–' : formatNumber(value, { maximumFractionDigits: 1 }))
  return (
    <Card title={t('states')} hint={t('states.hint')}>
      <Sideways tabIndex={0} aria-label={t('states.hint')}>
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
                <td className="number">
                  <Rows name={t(`s.${status}`)} value={count} search={{ ...search, state: status }} />
                </td>
                <td className="number">
                  <Rows name={`${t(`s.${status}`)}, ${t('late')}`} value={late} search={{ ...search, state: status, late: 'yes' }} />
                </td>
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

const Partners = ({ partners, search }: Pick<OnboardingReport, 'partners'> & Searched) => {
  const t = useT()
  return (
    <Card title={t('partners')} hint={t('partners.hint')}>
      <Sideways tabIndex={0} aria-label={t('partners.hint')}>
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
                <td className="number">
                  <Rows name={name} value={open} search={{ ...search, state: 'open', [kind]: id }} />
                </td>
                <td className="number">
                  <Rows name={`${name}, ${t('late')}`} value={late} search={{ ...search, state: 'open', [kind]: id, late: 'yes' }} />
                </td>
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

/** What the address says of the report. */
const useReportFilters = () => {
  const [{ from = '', to = '', system = '', channel = '' }, setSearch] = useUrlSearch()
  const filters = {
    ...(from ? { requestedFrom: from } : {}),
    ...(to ? { requestedTo: to } : {}),
    ...(from || to ? { zone: readersZone() } : {}),
    ...(system ? { systemId: system } : {}),
    ...(channel ? { channelId: channel } : {}),
  }
  const search = Object.fromEntries(Object.entries({ from, to, system, channel }).filter(([, value]) => value !== ''))
  return { from, to, system, channel, filters, search, setSearch }
}

export const Report = () => {
  const t = useT()
  const { from, to, system, channel, filters, search, setSearch } = useReportFilters()
  const { data, error, refetch } = useEndpoint(onboardingInvites.report, { query: { filters } }, keepRows)
  const turned = from !== '' && to !== '' && to < from
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
            error={name === 'to' && turned}
            helperText={name === 'to' && turned ? t('requested.turned') : undefined}
            onChange={({ target }) => setSearch({ [name]: target.value || undefined })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
        <PartnerFilters system={system} channel={channel} onChoose={setSearch} />
      </Dates>
      <ExportReport filters={filters} none={!data || data.partners.length === 0} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <RowsSkeleton /> : null}
      {data ? <States states={data.states} search={search} /> : null}
      {data && data.partners.length > 0 ? <Partners partners={data.partners} search={search} /> : null}
      {data?.partners.length === 0 ? <EmptyState icon={mdiChartBoxOutline} title={t('none')} hint={t('none.hint')} /> : null}
    </Parts>
  )
}
