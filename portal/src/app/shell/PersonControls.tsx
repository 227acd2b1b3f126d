import { mdiInvertColors, mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { brand } from '#src/api/brand.ts'
import { useSession } from '#src/api/session.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { LangSelect } from '#src/kit/LangSelect.tsx'
import { type Mode, modes, useMode } from '#src/kit/mode.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { choosesMode, offeredOptions } from '../settings/settings.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useT } from '../use-t.ts'
import { BarActions } from './BarActions.tsx'
import { LiveMark, useReceivesLive } from './LiveMark.tsx'
import { saveLang } from './save-lang.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  padding: '0 8px',
  '& > div': { minWidth: 0, flex: 1, '& > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } },
  '& strong': { fontSize: '0.875rem', fontWeight: 600 },
  '& > div > small': { display: 'flex', gap: 12, color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  // Whether the page is of now is read in full; whose it is is known.
  '& > div > small > *': { flexShrink: 0 },
  '& > div > small > .role': { flexShrink: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
}))
export const Initials = styled('span')(({ theme }) => ({
  flexShrink: 0,
  display: 'grid',
  placeContent: 'center',
  width: 38,
  height: 38,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.accent.soft,
  color: theme.vars.palette.accent.text,
  fontSize: '0.8125rem',
  fontWeight: 600,
}))

export const usePerson = () => {
  const t = useT()
  const { userData, role } = useSession()
  if (!userData) return undefined
  return {
    name: `${userData.firstName} ${userData.lastName}`.trim(),
    initials: (userData.firstName.slice(0, 1) + userData.lastName.slice(0, 1)).toUpperCase(),
    roleName: userData.device
      ? t('role.tablet')
      : role === 'ROLE_ADMIN' || role === 'ROLE_MANAGER'
        ? t(`role.${role}`)
        : t('role.ROLE_POS'),
  }
}

/** Who is signed in, and whether changes arrive by themselves. */
export const Person = ({ live = true }: { live?: boolean }) => {
  const person = usePerson()
  const hearsLive = useReceivesLive()
  if (!person) return null
  return (
    <Root>
      <Initials aria-hidden="true">{person.initials}</Initials>
      <div>
        <strong>{person.name}</strong>
        <small>
          <span className="role" title={person.roleName}>
            {person.roleName}
          </span>
          {live && hearsLive ? <LiveMark /> : null}
        </small>
      </div>
    </Root>
  )
}

const modeIcons: Record<Mode, string> = { light: mdiWhiteBalanceSunny, dark: mdiWeatherNight, 'semi-dark': mdiInvertColors }

/** The modes that may be chosen right now: none where the brand keeps its own, no semi-dark beside a horizontal menu. */
export const useModes = (): readonly Mode[] => {
  const { semiDark } = offeredOptions(useSettings())
  return choosesMode(brand) ? modes.filter((mode) => semiDark || mode !== 'semi-dark') : []
}

const ModeButton = () => {
  const t = useT()
  const mode = useMode()
  const all = useModes()
  const next = all[(all.indexOf(mode) + 1) % all.length]
  const label = `${t('mode')}: ${t(`mode.${mode}`)}`
  if (!next) return null
  return (
    <IconButton aria-label={label} title={label} onClick={() => changeSettings({ mode: next })}>
      <Icon path={modeIcons[mode]} />
    </IconButton>
  )
}

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, '& > label': { marginInlineEnd: 'auto' } })

/** How the portal looks and sounds, and what else belongs to the reader. */
export const Controls = ({ actions = true }: { actions?: boolean }) => {
  const t = useT()
  return (
    <Row>
      <LangSelect label={t('language')} onChoose={saveLang} />
      {actions ? <BarActions /> : null}
      <ModeButton />
    </Row>
  )
}
