import { channels } from '@tablewire/contracts/channels/channels'
import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { onboardingStatuses, openStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { systems } from '@tablewire/contracts/rms/systems'
import { useAbility } from '#src/api/ability.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import { formatDate, formatNumber, readersZone } from '#src/kit/format.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { isDate } from '#src/kit/zone-clock.ts'
import { useT } from '../use-t.ts'
import { useAsker } from './use-new-request.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const oneOf = (form: RegExp, value: string | undefined): string | undefined => (value && form.test(value) ? value : undefined)

/** What the address says of the list. `beside`: all of it but the states, for the counts beside these. */
export const useFilters = () => {
  const [{ q = '', state, turn, ...search }, setSearch] = useUrlSearch()
  const status = [...onboardingStatuses, 'open' as const].find((one) => one === state)
  const mine = turn === 'mine'
  const late = search['late'] === 'yes'
  const systemId = oneOf(uuid, search['system'])
  const channelId = oneOf(uuid, search['channel'])
  // As the figures of the report are counted by.
  const [from, to] = [search['from'], search['to']].map((day) => (day && isDate(day) ? day : undefined))
  const beside = {
    ...(q ? { q } : {}),
    ...(systemId ? { systemId: [systemId] } : {}),
    ...(channelId ? { channelId: [channelId] } : {}),
    ...(late ? { late } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(from || to ? { zone: readersZone() } : {}),
  }
  const filters = {
    ...beside,
    ...(status ? { status: status === 'open' ? [...openStatuses] : [status] } : {}),
    ...(mine ? { pendingOnMe: true } : {}),
  }
  const none = Object.fromEntries(['q', 'state', 'turn', 'system', 'channel', 'from', 'to', 'late'].map((one) => [one, undefined]))
  const onClear = Object.keys(filters).length > 0 ? () => setSearch(none) : undefined
  return { q, status, mine, late, systemId, channelId, from, to, beside, filters, onClear, setSearch }
}

type Filters = Pick<
  ReturnType<typeof useFilters>,
  'status' | 'mine' | 'late' | 'systemId' | 'channelId' | 'from' | 'to' | 'beside' | 'setSearch'
>

/** The other side, of whoever is of one; both for who is of neither. */
const Parties = ({ systemId, channelId, setSearch }: Pick<Filters, 'systemId' | 'channelId' | 'setSearch'>) => {
  const t = useT()
  const asker = useAsker()
  const may = useAbility().can('create', 'onboarding')
  const names = useEndpoint(systems.names, { query: {} }, { staleTime: 60_000, enabled: may && asker !== 'rms', meta: { shown: true } })
  const own = useEndpoint(channels.mine, { query: { limit: 200 } }, { staleTime: 60_000, enabled: may, meta: { shown: true } })
  const options = (found: readonly { id: string; name: string }[] = []) => found.map(({ id, name }) => ({ value: id, label: name }))
  if (!may) return null
  return (
    <>
      {asker === 'rms' ? null : (
        <FilterSelect
          label={t('r.everySystem')}
          name={t('r.c.system')}
          value={systemId}
          options={options(names.data)}
          onChange={(value) => setSearch({ system: value })}
        />
      )}
      <FilterSelect
        label={t('r.everyChannel')}
        name={t('r.c.channel')}
        value={channelId}
        options={options(own.data?.data)}
        onChange={(value) => setSearch({ channel: value })}
      />
    </>
  )
}

/** What the report narrows the list by: seen, and taken off one by one. */
const FromReport = ({ late, from, to, setSearch }: Pick<Filters, 'late' | 'from' | 'to' | 'setSearch'>) => {
  const t = useT()
  const office = useOfficeT()
  const chips = [
    ['late', late && t('r.late')],
    ['from', from && t('r.requested.from', { day: formatDate(from, 'dated') })],
    ['to', to && t('r.requested.to', { day: formatDate(to, 'dated') })],
  ] as const
  return chips.map(([name, text]) => {
    if (!text) return null
    return (
      <FilterChip
        key={name}
        text={text}
        label={office('list.unfilter', { filter: text })}
        onRemove={() => setSearch({ [name]: undefined })}
      />
    )
  })
}

/** With how many there are of each; whoever runs the platform waits for nobody. */
export const Choices = ({ status, mine, late, beside, from, to, setSearch, ...parties }: Filters) => {
  const t = useT()
  const ability = useAbility()
  const { data } = useEndpoint(onboarding.list, { query: { limit: 1, filters: beside } }, { ...keepRows, meta: { shown: true } })
  const states = ['open', ...onboardingStatuses] as const
  const label = (one: (typeof states)[number]): string => {
    const counted = one === 'open' ? openStatuses : [one]
    const count = data && counted.reduce((sum, each) => sum + data.counts[each], 0)
    return count === undefined ? t(`r.s.${one}`) : `${t(`r.s.${one}`)} (${formatNumber(count)})`
  }
  return (
    <>
      <FilterSelect
        label={t('r.everyState')}
        name={t('r.c.status')}
        value={status}
        options={states.map((value) => ({ value, label: label(value) }))}
        onChange={(value) => setSearch({ state: value })}
      />
      <Parties {...parties} setSearch={setSearch} />
      {ability.can('manage', 'all') ? null : (
        <FilterSelect
          label={t('r.everyTurn')}
          name={t('r.turn')}
          value={mine ? 'mine' : undefined}
          options={[{ value: 'mine', label: t('r.mine') }]}
          onChange={(value) => setSearch({ turn: value })}
        />
      )}
      <FromReport late={late} from={from} to={to} setSearch={setSearch} />
    </>
  )
}
