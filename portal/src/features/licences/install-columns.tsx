import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { licences } from '@tablewire/contracts/estate/licences'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { Link as RouterLink } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { linkTone } from '#src/api/link-tone.ts'
import { countryName, formatInstant } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { PendingDisconnect } from './DisconnectDialog.tsx'
import { isOfAbove, PageAboveLink } from './PageAboveLink.tsx'
import { useT } from './use-t.ts'

export const installKinds = ['tripadvisor', 'meta', 'listing'] as const
export type InstallKind = (typeof installKinds)[number]
export type InstallRow = Partial<Result<typeof licences.withTripadvisor>['data'][number]> &
  Partial<Result<typeof licences.withMeta>['data'][number]> & { id: string; name: string; city: string | null; countryCode: string }

type Install = InstallRow['install']
const InstallTag = ({ install }: { install: Install | undefined }) => {
  const t = useT()
  if (!install) return <Tag tone="neutral">{t('install.none')}</Tag>
  const lost = install.state !== 'connected'
  return <Tag tone={lost ? 'danger' : 'success'}>{t(lost ? 'install.lost' : `install.${install.kind}`)}</Tag>
}
/** A page that is known by its id alone stands there only while it is connected. */
const pageOf = ({ install }: InstallRow): string => install?.pageName ?? '–'
/** Of a channel that is none of the reader's own nothing is said. */
const LiveTag = ({ row: { state = 'not_enabled', inSight } }: { row: InstallRow }) => {
  const t = useT()
  return inSight ? <Tag tone={linkTone[state]}>{t(`state.${state}`)}</Tag> : '–'
}

const MetaLink = ({ id, name }: Pick<InstallRow, 'id' | 'name'>) => (
  <Link component={RouterLink} to="/meta" search={{ kind: 'venue', id } as never} color="inherit" underline="hover">
    <strong>{name}</strong>
  </Link>
)

const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: theme.spacing(1),
  minWidth: 0,
  '& > span': { display: 'grid', gap: 2, minWidth: 0 },
  '& > span > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& strong': { fontWeight: 600 },
  '& small': { color: theme.vars.palette.text.secondary },
}))
/** On a phone: what is connected, and whether something is to be done there. */
const phoneRowOf = (kind: InstallKind) => (row: InstallRow) => {
  const { id, name, city, countryCode, tripadvisorId, install } = row
  const what = { meta: install ? pageOf(row) : undefined, tripadvisor: tripadvisorId, listing: countryName(countryCode) }[kind]
  return (
    <Phone>
      <span>
        {kind === 'meta' ? <MetaLink id={id} name={name} /> : <strong>{name}</strong>}
        <small>{[city, what].filter(Boolean).join(' · ')}</small>
      </span>
      {kind === 'meta' ? <InstallTag install={install} /> : null}
      {kind === 'tripadvisor' ? <LiveTag row={row} /> : null}
    </Phone>
  )
}

export const phoneRows = { tripadvisor: phoneRowOf('tripadvisor'), meta: phoneRowOf('meta'), listing: phoneRowOf('listing') }

export const useInstallColumns = (kind: InstallKind, onAsk: (pending: PendingDisconnect) => void): Column<InstallRow>[] => {
  const t = useT()
  const may = useAbility().can('update', 'licences')
  const own: Column<InstallRow>[] =
    kind === 'tripadvisor'
      ? [
          { id: 'tripadvisor', title: t('col.tripadvisorId'), width: 'minmax(120px, 1fr)', cell: ({ tripadvisorId }) => tripadvisorId },
          {
            id: 'live',
            title: t('col.onSale'),
            width: '130px',
            cell: (row) => <LiveTag row={row} />,
          },
          {
            id: 'link',
            title: t('col.bookingLink'),
            width: '150px',
            from: 480,
            cell: ({ name, bookingUrl }) =>
              bookingUrl ? (
                <a href={bookingUrl} target="_blank" rel="noreferrer" aria-label={`${t('open')}: ${name}`}>
                  {t('open')}
                </a>
              ) : (
                '–'
              ),
          },
        ]
      : [
          {
            id: 'since',
            title: t('col.since'),
            width: '170px',
            from: kind === 'meta' ? 1060 : 640,
            cell: ({ enabledAt }) => (enabledAt ? formatInstant(enabledAt) : '–'),
          },
          ...(kind === 'meta'
            ? ([
                { id: 'page', title: t('col.page'), width: 'minmax(120px, 1fr)', from: 640, cell: pageOf },
                {
                  id: 'install',
                  title: t('col.install'),
                  width: '160px',
                  from: 560,
                  cell: ({ install }) => <InstallTag install={install} />,
                },
                {
                  id: 'sso',
                  title: t('col.sso'),
                  width: '120px',
                  from: 1000,
                  cell: ({ metaSSOEnabled }) => t(metaSSOEnabled ? 'yes' : 'no'),
                },
              ] satisfies Column<InstallRow>[])
            : []),
          ...(may
            ? ([
                {
                  id: 'act',
                  title: t('disconnect'),
                  width: '120px',
                  align: 'end',
                  cell: (row) =>
                    isOfAbove(row.install) ? (
                      <PageAboveLink page={row.install} venue={row.name} />
                    ) : (
                      <Button
                        size="small"
                        color="error"
                        aria-label={`${t('disconnect')}: ${row.name}`}
                        onClick={() => onAsk({ venue: row, product: { kind }, noPage: kind === 'meta' && !row.install })}
                      >
                        {t('disconnect')}
                      </Button>
                    ),
                },
              ] satisfies Column<InstallRow>[])
            : []),
        ]
  return [
    {
      id: 'name',
      title: t('col.name'),
      width: 'minmax(170px, 2fr)',
      sort: 'name',
      always: true,
      cell: ({ id, name }) => (kind === 'meta' ? <MetaLink id={id} name={name} /> : <strong>{name}</strong>),
    },
    { id: 'city', title: t('col.city'), width: 'minmax(90px, 1fr)', from: 600, cell: ({ city }) => city ?? '–' },
    {
      id: 'country',
      title: t('col.country'),
      width: 'minmax(90px, 1fr)',
      from: kind === 'meta' ? 960 : 760,
      cell: ({ countryCode }) => countryName(countryCode),
    },
    ...own,
  ]
}
