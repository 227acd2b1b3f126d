import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import type { Licence } from '@tablewire/contracts/estate/licences'
import { useMemo } from 'react'
import { linkTone } from '#src/api/link-tone.ts'
import { countryName } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { TagLine } from '#src/kit/list/TagLine.tsx'
import { useT } from './use-t.ts'

const Line = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minWidth: 0,
  '& > .well': {
    flexShrink: 0,
    minWidth: 64,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
  },
}))
const Names = styled('ul')({ margin: 0, padding: '2px 4px', listStyle: 'none', lineHeight: 1.6 })
const Phone = styled('span')({
  display: 'grid',
  gap: 4,
  minWidth: 0,
  '& > strong': { overflow: 'hidden', fontWeight: 600, textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** CH3: what needs somebody stands out; what simply runs is counted, and named to whoever points at it. Enter or a click on the row tells all. */
const Connected = ({ row: { channels: sold, metaEnabled, listingEnabled } }: { row: Licence }) => {
  const t = useT()
  const well = [
    ...sold.filter(({ state }) => state === 'live').map(({ name }) => name),
    ...(metaEnabled ? [t('product.meta')] : []),
    ...(listingEnabled ? [t('product.listing')] : []),
  ]
  const tags = useMemo(
    () =>
      sold
        .filter(({ state }) => state !== 'live')
        .map(({ id, name, state }) => ({ key: id, tone: linkTone[state], text: `${name} · ${t(`state.${state}`)}` })),
    [sold, t],
  )
  return (
    <Line>
      <Tooltip
        // What stands beside the page's parts is read as part of none.
        slotProps={{ popper: { container: () => document.querySelector('main') } }}
        title={
          well.length === 0 ? null : (
            <Names>
              {well.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </Names>
          )
        }
      >
        <span className="well">{t('count.live', { count: well.length })}</span>
      </Tooltip>
      {tags.length > 0 ? <TagLine tags={tags} /> : null}
    </Line>
  )
}
export const phoneRow = (row: Licence) => (
  <Phone>
    <strong>{row.name}</strong>
    <Connected row={row} />
  </Phone>
)

export const useLicenceColumns = (): Column<Licence>[] => {
  const t = useT()
  return [
    {
      id: 'name',
      title: t('col.name'),
      width: 'minmax(170px, 2fr)',
      sort: 'name',
      always: true,
      cell: ({ name }) => <strong>{name}</strong>,
    },
    { id: 'country', title: t('col.country'), width: 'minmax(90px, 1fr)', from: 820, cell: ({ countryCode }) => countryName(countryCode) },
    { id: 'city', title: t('col.city'), width: 'minmax(90px, 1fr)', from: 700, cell: ({ city }) => city ?? '–' },
    {
      id: 'system',
      title: t('col.system'),
      width: 'minmax(110px, 1fr)',
      from: 1050,
      extra: true,
      cell: ({ systemName }) => systemName ?? '–',
    },
    { id: 'external', title: t('col.external'), width: '120px', from: 1050, extra: true, cell: ({ externalId }) => externalId ?? '–' },
    { id: 'products', title: t('col.products'), width: 'minmax(200px, 4fr)', always: true, cell: (row) => <Connected row={row} /> },
  ]
}
