import { mdiDomain, mdiWeb } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { BrandDetail } from '@tablewire/contracts/identity/brands'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from './use-t.ts'

const Tile = styled('button')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  height: '100%',
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.background.paper,
  color: 'inherit',
  font: 'inherit',
  textAlign: 'inherit',
  cursor: 'pointer',
  transition: 'border-color 140ms ease, box-shadow 140ms ease',
  '&:hover': { borderColor: theme.vars.palette.accent.ring, boxShadow: theme.vars.shadows[2] },
}))
const Thumbnail = styled('span')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  height: 104,
  padding: 20,
  '& > img': { maxWidth: '100%', maxHeight: 56, objectFit: 'contain' },
  '& > span': { fontSize: '1.25rem', fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})
const Swatches = styled('span')({ display: 'flex', height: 6, '& > span': { flex: 1 } })
const Words = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  padding: theme.spacing(1.75, 2, 2),
  '& > .name': { display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 },
  '& > .name > strong': { ...theme.typography.h3, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > .fact': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    minWidth: 0,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
}))

/** The same dark or light ink as on the brand's own page. */
const inkOf = (mode: string): string => (mode === 'dark' ? '#e8e9ef' : '#23242f')
const shownColours = ['primary', 'secondary', 'success', 'info', 'warning', 'error']

export const BrandTile = ({ brand, onChoose }: { brand: BrandDetail; onChoose: () => void }) => {
  const t = useT()
  const { name, logo, domains, theme, isDefault, companyCount } = brand
  const ground = theme.palette['background'] ?? (theme.mode === 'dark' ? '#16171d' : '#f6f6f9')
  const colours = shownColours.flatMap((colour) => theme.palette[colour] ?? [])
  return (
    <Tile type="button" onClick={onChoose}>
      <Thumbnail aria-hidden="true" style={{ backgroundColor: ground, color: inkOf(theme.mode) }}>
        {logo ? <img src={logo} alt="" loading="lazy" /> : <span dir="auto">{name}</span>}
      </Thumbnail>
      <Swatches aria-hidden="true">
        {colours.map((colour, index) => (
          <span key={shownColours[index]} style={{ backgroundColor: colour }} />
        ))}
      </Swatches>
      <Words>
        <span className="name">
          <strong dir="auto">{name}</strong>
          {isDefault ? <Tag tone="primary">{t('tile.default')}</Tag> : null}
        </span>
        <span className="fact">
          <Icon path={mdiWeb} size={16} />
          <span>
            {domains[0] ?? t('tile.noDomain')}
            {domains.length > 1 ? ` ${t('tile.moreDomains', { count: domains.length - 1 })}` : ''}
          </span>
        </span>
        <span className="fact">
          <Icon path={mdiDomain} size={16} />
          <span>
            {t('tile.companies', { count: companyCount })} · {t(`mode.${theme.mode}`)}
          </span>
        </span>
      </Words>
    </Tile>
  )
}
