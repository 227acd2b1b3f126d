import {
  mdiBookOpenPageVariantOutline,
  mdiCheckCircleOutline,
  mdiCogOutline,
  mdiSilverwareForkKnife,
  mdiStarOutline,
  mdiTimerSand,
} from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Icon } from '#src/kit/Icon.tsx'
import type { Mode } from '#src/kit/mode.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Draft } from './brand-draft.ts'
import type { BrandTheme } from './brand-theme.ts'
import { Scheme } from './Scheme.tsx'
import { useT } from './use-t.ts'

const Frame = styled('div')({
  display: 'grid',
  gridTemplateColumns: '168px minmax(0, 1fr)',
  '& > .nav, & > .page': { display: 'grid' },
  '@container (max-width: 420px)': { gridTemplateColumns: 'minmax(0, 1fr)', '& > .nav': { display: 'none' } },
})
const Container = styled('div')(({ theme }) => ({
  containerType: 'inline-size',
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
}))
const Nav = styled('div')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: 2,
  padding: 10,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
  fontSize: '0.8125rem',
  fontWeight: 500,
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minWidth: 0,
    padding: '7px 8px',
    borderRadius: theme.vars.shape.borderRadius,
    '& > svg': { color: theme.vars.palette.text.secondary },
  },
  '& > .head': { paddingBlock: '2px 10px', fontWeight: 600, '& > img': { width: 24, height: 24, objectFit: 'contain', flexShrink: 0 } },
  '& .cut': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > .over': { backgroundColor: theme.vars.palette.ground.hover },
  '& > .here': {
    backgroundColor: theme.vars.palette.accent.soft,
    color: theme.vars.palette.accent.text,
    fontWeight: 600,
    '& > svg': { color: 'inherit' },
  },
}))
const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: 14,
  minWidth: 0,
  padding: 14,
  backgroundColor: theme.vars.palette.background.default,
  color: theme.vars.palette.text.primary,
  '& > .title': { fontSize: '1rem', fontWeight: 600 },
}))
const Rows = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  overflow: 'hidden',
  fontSize: '0.8125rem',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '44px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 8,
    minHeight: 42,
    padding: '4px 10px',
  },
  '& > div + div': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& > .chosen': { backgroundColor: theme.vars.palette.ground.selected },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& b': { fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
}))
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })
/** As under the mouse, standing still. */
const Pointed = styled(Button)(({ theme }) => ({ backgroundColor: theme.vars.palette.primary.dark }))
const PointedSecond = styled(Button)(({ theme }) => ({ backgroundColor: theme.vars.palette.secondary.dark }))

type PreviewPanelProps = { draft: Draft; name: string; look: BrandTheme; mode: Mode }

export const PreviewPanel = ({ draft, name, look, mode }: PreviewPanelProps) => {
  const t = useT()
  return (
    <Container>
      <Frame>
        <Scheme className="nav" look={look} scheme={mode === 'light' ? 'light' : 'dark'}>
          <Nav>
            <div className="head">
              {draft.menuLogo ? <img src={draft.menuLogo} alt="" /> : null}
              <bdi className="cut">{name}</bdi>
            </div>
            <div className="here">
              <Icon path={mdiBookOpenPageVariantOutline} size={18} />
              <span className="cut">{t('preview.reservations')}</span>
            </div>
            <div className="over">
              <Icon path={mdiStarOutline} size={18} />
              <span className="cut">{t('preview.reviews')}</span>
            </div>
            <div>
              <Icon path={mdiCogOutline} size={18} />
              <span className="cut">{t('preview.settings')}</span>
            </div>
          </Nav>
        </Scheme>
        <Scheme className="page" look={look} scheme={mode === 'dark' ? 'dark' : 'light'}>
          <Page>
            <span className="title">{t('preview.reservations')}</span>
            <Rows>
              <div className="chosen">
                <b>19:30</b>
                <span>
                  Anna Lindqvist
                  <small>{t('preview.guests', { count: 4 })}</small>
                </span>
                <Tag tone="success" icon={mdiCheckCircleOutline}>
                  {t('preview.confirmed')}
                </Tag>
              </div>
              <div>
                <b>20:00</b>
                <span>
                  Jules Moreau
                  <small>{t('preview.guests', { count: 2 })}</small>
                </span>
                <Tag tone="warning" icon={mdiTimerSand}>
                  {t('preview.waiting')}
                </Tag>
              </div>
              <div>
                <b>20:15</b>
                <span>
                  Mara Conti
                  <small>{t('preview.guests', { count: 6 })}</small>
                </span>
                <Tag tone="info" icon={mdiSilverwareForkKnife}>
                  {t('preview.seated')}
                </Tag>
              </div>
            </Rows>
            <Buttons>
              <Button size="small" variant="contained">
                {t('preview.primary')}
              </Button>
              <Pointed size="small" variant="contained">
                {t('preview.pointed')}
              </Pointed>
              <Button size="small" variant="contained" color="secondary">
                {t('preview.secondary')}
              </Button>
              <PointedSecond size="small" variant="contained" color="secondary">
                {t('preview.pointed')}
              </PointedSecond>
              <Button size="small" variant="outlined">
                {t('preview.other')}
              </Button>
            </Buttons>
          </Page>
        </Scheme>
      </Frame>
    </Container>
  )
}
