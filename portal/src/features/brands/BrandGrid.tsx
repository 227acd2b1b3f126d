import { mdiMagnify, mdiPaletteOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { brands } from '@tablewire/contracts/identity/brands'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { BrandTile } from './BrandTile.tsx'
import { useT } from './use-t.ts'

const Grid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  gap: theme.spacing(2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))
const Search = styled('div')(({ theme }) => ({ maxWidth: 360, marginBlockEnd: theme.spacing(2) }))
const More = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }))

const shownAtMost = 200
/** As many find their way without being searched. */
const fewEnough = 9

export const BrandGrid = ({ onChoose }: { onChoose: (id: string) => void }) => {
  const t = useT()
  const [wanted, setWanted] = useState('')
  const criteria = useSettled(wanted.trim(), 250)
  const query = useEndpoint(brands.list, { query: { limit: shownAtMost, ...(criteria ? { filters: { criteria } } : {}) } }, keepRows)
  const rows = query.data?.data
  const total = query.data?.total ?? 0
  return (
    <>
      {total > fewEnough || wanted !== '' ? (
        <Search>
          <TextField
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
            placeholder={t('search')}
            startAdornment={<Icon path={mdiMagnify} style={{ marginInlineEnd: 8 }} />}
            slotProps={{ htmlInput: { 'aria-label': t('search'), type: 'search', maxLength: 120 } }}
          />
        </Search>
      ) : null}
      {query.isError && !rows ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {rows?.length === 0 ? <EmptyState icon={mdiPaletteOutline} title={t('empty.title')} hint={t('empty.hint')} /> : null}
      <Grid aria-busy={query.isPending}>
        {query.isPending ? [0, 1, 2].map((at) => <Skeleton key={at} height={236} aria-hidden="true" />) : null}
        {rows?.map((brand) => (
          <li key={brand.id}>
            <BrandTile brand={brand} onChoose={() => onChoose(brand.id)} />
          </li>
        ))}
      </Grid>
      {rows && total > rows.length ? <More>{t('more', { count: total - rows.length })}</More> : null}
    </>
  )
}
