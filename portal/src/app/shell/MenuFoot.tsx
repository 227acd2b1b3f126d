import { mdiInvertColors, mdiLogoutVariant, mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useSession } from '#src/api/session.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { LangSelect } from '#src/kit/LangSelect.tsx'
import { type Mode, modes, useMode } from '#src/kit/mode.ts'
import { useT } from '../use-t.ts'
import { LiveMark, useHearsLive } from './LiveMark.tsx'
import { signOut } from './sign-out.ts'
import { useLook } from './use-look.ts'

const Foot = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: '12px 14px 14px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))
const Person = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  padding: '0 8px',
  '& > div': { minWidth: 0, flex: 1, '& > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } },
  '& strong': { fontSize: '0.875rem', fontWeight: 600 },
  '& > div > small': { display: 'flex', gap: 12, color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}))
const Initials = styled('span')(({ theme }) => ({
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
const Row = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 4 })

const modeIcons: Record<Mode, string> = { light: mdiWhiteBalanceSunny, dark: mdiWeatherNight, 'semi-dark': mdiInvertColors }

const ModeButton = () => {
  const t = useT()
  const { save } = useLook()
  const mode = useMode()
  const next = modes[(modes.indexOf(mode) + 1) % modes.length]!
  const label = `${t('mode')}: ${t(`mode.${mode}`)}`
  return (
    <IconButton aria-label={label} title={label} onClick={() => save({ settings: { mode: next } })}>
      <Icon path={modeIcons[mode]} />
    </IconButton>
  )
}

/** Who is signed in, how it looks and sounds, and the way out; only that one stays when the menu is collapsed. */
export const MenuFoot = ({ collapsed = false }: { collapsed?: boolean }) => {
  const t = useT()
  const { userData, role } = useSession()
  const { save } = useLook()
  const hearsLive = useHearsLive()
  if (!userData) return null
  const name = `${userData.firstName} ${userData.lastName}`.trim()
  const initials = (userData.firstName.slice(0, 1) + userData.lastName.slice(0, 1)).toUpperCase()
  const leave = () => void signOut()
  if (collapsed)
    return (
      <Foot>
        <IconButton aria-label={t('signOut')} title={t('signOut')} onClick={leave}>
          <Icon path={mdiLogoutVariant} />
        </IconButton>
      </Foot>
    )
  return (
    <Foot>
      <Person>
        <Initials aria-hidden="true">{initials}</Initials>
        <div>
          <strong>{name}</strong>
          <small>
            {role === 'ROLE_ADMIN' || role === 'ROLE_MANAGER' ? t(`role.${role}`) : t('role.ROLE_POS')}
            {hearsLive ? <LiveMark /> : null}
          </small>
        </div>
      </Person>
      <Row>
        <LangSelect label={t('language')} onChoose={(lang) => save({ lang })} />
        <ModeButton />
      </Row>
      <Button variant="outlined" fullWidth startIcon={<Icon path={mdiLogoutVariant} size={18} />} onClick={leave}>
        {t('signOut')}
      </Button>
    </Foot>
  )
}
