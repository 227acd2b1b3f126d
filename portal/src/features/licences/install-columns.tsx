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

const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  minWidth: 0,
  '& > strong': { overflow: 'hidden', fontWeight: 600, textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > small': { color: theme.vars.palette.text.secondary },
}))
export const phoneRow = ({ name, city, countryCode }: InstallRow) => (
  <Phone>
    <strong>{name}</strong>
    <small>{[city, countryName(countryCode)].filter(Boolean).join(', ')}</small>
  </Phone>
)

type Install = InstallRow['install']
const InstallTag = ({ install }: { install: Install | undefined }) => {
  const t = useT()
  if (!install) return <Tag tone="neutral">{t('install.none')}</Tag>
  const lost = install.state !== 'connected'
  return <Tag tone={lost ? 'danger' : 'success'}>{t(lost ? 'install.lost' : `install.${install.kind}`)}</Tag>
}
const pageOf = ({ pageId, install }: InstallRow): string => install?.pageName ?? pageId ?? '–'

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
            cell: ({ state = 'not_enabled' }) => <Tag tone={linkTone[state]}>{t(`state.${state}`)}</Tag>,
          },
          {
            id: 'link',
            title: t('col.bookingLink'),
            width: '150px',
            from: 900,
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
            from: kind === 'meta' ? 880 : 640,
            cell: ({ enabledAt }) => (enabledAt ? formatInstant(enabledAt) : '–'),
          },
          ...(kind === 'meta'
            ? ([
                { id: 'page', title: t('col.page'), width: 'minmax(120px, 1fr)', from: 900, cell: pageOf },
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
                        onClick={() => onAsk({ venue: row, product: { kind } })}
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
      cell: ({ id, name }) =>
        kind === 'meta' ? (
          <Link component={RouterLink} to="/meta" search={{ kind: 'venue', id } as never} color="inherit" underline="hover">
            <strong>{name}</strong>
          </Link>
        ) : (
          <strong>{name}</strong>
        ),
    },
    { id: 'city', title: t('col.city'), width: 'minmax(90px, 1fr)', from: 600, cell: ({ city }) => city ?? '–' },
    { id: 'country', title: t('col.country'), width: 'minmax(90px, 1fr)', from: 760, cell: ({ countryCode }) => countryName(countryCode) },
    ...own,
  ]
}
