import { mdiHistory } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { audit, type AuditEntry } from '@tablewire/contracts/operations/audit'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { aboutInWords, actionInWords, actorInWords, kindInWords, kinds } from './audit-words.ts'
import { EntryPanel } from './EntryPanel.tsx'
import { useT } from './use-t.ts'

const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  minWidth: 0,
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > small': { color: theme.vars.palette.text.secondary },
}))
/** `User: changed – Maria Lopez`. */
const whatIn = (t: ReturnType<typeof useT>, entry: AuditEntry): string =>
  [actionInWords(t, entry.action), aboutInWords(entry)].filter(Boolean).join(' – ')
const phoneRow = (entry: AuditEntry) => <OnPhone entry={entry} />
const OnPhone = ({ entry }: { entry: AuditEntry }) => {
  const t = useT()
  return (
    <Phone>
      <strong>{whatIn(t, entry)}</strong>
      <small>
        {actorInWords(t, entry)} · {formatInstant(entry.at)}
      </small>
    </Phone>
  )
}
const whoIn = (t: ReturnType<typeof useT>, entry: AuditEntry): string =>
  [entry.actedByName, actorInWords(t, entry)].filter(Boolean).join(' → ')

const useAuditColumns = (): Column<AuditEntry>[] => {
  const t = useT()
  return [
    { id: 'at', title: t('c.at'), width: '170px', cell: ({ at }) => formatInstant(at) },
    { id: 'action', title: t('c.action'), width: 'minmax(180px, 1.2fr)', always: true, cell: ({ action }) => actionInWords(t, action) },
    { id: 'about', title: t('c.about'), width: 'minmax(140px, 1.2fr)', from: 720, cell: aboutInWords },
    { id: 'who', title: t('c.who'), width: 'minmax(140px, 1fr)', cell: (entry) => whoIn(t, entry) },
  ]
}

const days = ['from', 'to'] as const
const actors = ['user', 'channel', 'system', 'anonymous'] as const
const docksFrom = 1080

/** Who did what, with before and after, and the way back for settings. */
export const AuditPage = () => {
  const t = useT()
  const [ref, width] = useWidth()
  const [search, setSearch] = useUrlSearch()
  const { id, q, kind, actor, from, to, who, venue } = search
  const filters = {
    ...(q ? { subjectId: q.trim() } : {}),
    ...(kind ? { subject: kind } : {}),
    ...(actor ? { actorKind: actor } : {}),
    ...(who ? { actorId: who } : {}),
    ...(venue ? { venueId: venue } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  const rows = useRows(audit.list, { query: { filters } as never })
  const columns = useAuditColumns()
  const filtered = Object.keys(filters).length > 0
  const none = { q: undefined, kind: undefined, actor: undefined, from: undefined, to: undefined, who: undefined, venue: undefined }
  const close = (): void => setSearch({ id: undefined })
  return (
    <FullHeight ref={ref}>
      <PageTitle title={t('title')} hint={t('hint')} />
      <ListBar
        search={{ label: t('search'), value: q ?? '', onChange: (text) => setSearch({ q: text }) }}
        filters={
          <>
            <FilterSelect
              label={t('c.kind')}
              value={kind}
              options={kinds.map((value) => ({ value, label: kindInWords(t, value) }))}
              onChange={(value) => setSearch({ kind: value })}
            />
            <FilterSelect
              label={t('c.actor')}
              value={actor}
              options={actors.map((value) => ({ value, label: t(`actor.${value}`) }))}
              onChange={(value) => setSearch({ actor: value })}
            />
            {days.map((day) => (
              <TextField
                key={day}
                type="date"
                style={{ width: 150 }}
                value={search[day] ?? ''}
                slotProps={{ htmlInput: { 'aria-label': t(`c.${day}`), title: t(`c.${day}`) } }}
                onChange={({ target }) => setSearch({ [day]: target.value })}
              />
            ))}
          </>
        }
        onClear={filtered ? () => setSearch(none) : undefined}
        total={rows.loading ? undefined : rows.total}
      />
      <div className="work">
        <DataList
          label={t('title')}
          rows={rows}
          columns={columns}
          selectedId={id}
          onOpen={(entry) => setSearch({ id: entry.id })}
          rowLabel={(entry) => `${formatInstant(entry.at)}, ${whatIn(t, entry)}, ${whoIn(t, entry)}`}
          phone={phoneRow}
          empty={<EmptyState icon={mdiHistory} title={t(filtered ? 'none.filtered' : 'none.title')} />}
        />
        {id ? (
          <SidePanel label={t('entry')} of={id} docked={width >= docksFrom} onClose={close}>
            <EntryPanel key={id} id={id} onShow={(next) => setSearch({ id: next })} onFilter={setSearch} />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}
