import { mdiAlertOutline, mdiArrowRight, mdiCheck } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { Card } from '#src/kit/Card.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import type { Draft } from './brand-draft.ts'
import type { BrandTheme, ThemeTools } from './brand-theme.ts'
import { type ContrastRow, contrastRows, isAdjusted } from './contrast-rows.ts'
import { useT } from './use-t.ts'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  '& th': {
    ...theme.typography.caption,
    color: theme.vars.palette.text.secondary,
    fontWeight: 500,
    textAlign: 'inherit',
    padding: '0 8px 6px 0',
  },
  '& td, & tbody th': { padding: '6px 8px 6px 0', borderBlockStart: `1px solid ${theme.vars.palette.divider}`, verticalAlign: 'middle' },
  '& tbody th': { color: theme.vars.palette.text.primary, fontSize: '0.8125rem' },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}))
const Colour = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '& > i': { width: 14, height: 14, borderRadius: 4, border: `1px solid ${theme.vars.palette.divider}` },
}))
const Shown = styled('span')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6 })
const Note = styled('output')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'block',
  margin: '0 0 12px',
  color: theme.vars.palette.text.secondary,
}))

const Shade = ({ colour, ratio }: { colour: string; ratio: string }) => (
  <Colour>
    <i style={{ backgroundColor: colour }} />
    {ratio}
  </Colour>
)

/** A ratio is rounded down: 4.49 must not read as 4.5. */
const ratioText = (ratio: number): string =>
  `${formatNumber(ratio, { minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: 'floor' })} : 1`

/** BR1: what can be read of the brand's colours, and what the portal does where they cannot. */
export const ContrastCard = ({ draft, look, contrast }: { draft: Draft; look: BrandTheme; contrast: ThemeTools['contrast'] }) => {
  const t = useT()
  // What is shown in another shade comes first.
  const rows = contrastRows(draft, look, contrast).toSorted((a, b) => Number(isAdjusted(b)) - Number(isAdjusted(a)))
  const adjusted = rows.filter(isAdjusted).length
  const label = ({ what, scheme }: ContrastRow): string =>
    t(`contrast.on.${what === 'button' || what === 'hover' || what === 'secondary' ? 'button' : scheme}`)
  return (
    <Card title={t('contrast')} hint={t('contrast.hint')}>
      <Note>{adjusted === 0 ? t('contrast.fine') : t('contrast.adjusted', { count: adjusted })}</Note>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('contrast.what')}</th>
            <th scope="col">{t('contrast.asked')}</th>
            <th scope="col">{t('contrast.shown')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.what}-${row.scheme}`}>
              <th scope="row">
                {t(`contrast.${row.what}`)}
                <small>{label(row)}</small>
              </th>
              <td>
                <Shade colour={row.chosen} ratio={ratioText(row.chosenRatio)} />
              </td>
              <td>
                {isAdjusted(row) ? (
                  <Shown>
                    <Icon path={mdiArrowRight} size={14} />
                    <Shade colour={row.used} ratio={ratioText(row.usedRatio)} />
                    <Tag tone="warning" icon={mdiAlertOutline}>
                      {t('contrast.other')}
                    </Tag>
                  </Shown>
                ) : (
                  <Tag tone="success" icon={mdiCheck}>
                    {t('contrast.asIs')}
                  </Tag>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
