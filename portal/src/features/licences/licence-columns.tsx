import { styled } from '@mui/material/styles'
import type { Licence } from '@tablewire/contracts/estate/licences'
import { linkTone } from '#src/api/link-tone.ts'
import { countryName } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from './use-t.ts'

/** What does not fit fades out instead of being cut in the middle of a word. */
const fade = 'linear-gradient(to right, black calc(100% - 32px), transparent)'
const Tags = styled('span')({
  display: 'flex',
  gap: 6,
  width: '100%',
  overflow: 'hidden',
  maskImage: fade,
  '[dir="rtl"] &': { maskImage: fade.replace('right', 'left') },
})
const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  minWidth: 0,
  '& > strong': { overflow: 'hidden', fontWeight: 600, textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > small': { color: theme.vars.palette.text.secondary },
}))

const Connected = ({ row: { channels: sold, metaEnabled, listingEnabled } }: { row: Licence }) => {
  const t = useT()
  return (
    <Tags>
      {sold.map(({ id, name, state }) => (
        <Tag key={id} tone={linkTone[state]}>
          {state === 'live' ? name : `${name} · ${t(`state.${state}`)}`}
        </Tag>
      ))}
      {metaEnabled ? <Tag tone="primary">{t('product.meta')}</Tag> : null}
      {listingEnabled ? <Tag tone="teal">{t('product.listing')}</Tag> : null}
    </Tags>
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
