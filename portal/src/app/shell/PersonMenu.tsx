import { mdiAccountCircleOutline, mdiLogoutVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useActingCommand } from '../acting/use-acting-command.ts'
import { useT } from '../use-t.ts'
import { Disclosure } from './Disclosure.tsx'
import { useGoTo } from './MenuAnchor.tsx'
import { Controls, Initials, Person, usePerson } from './PersonControls.tsx'
import { signOut } from './sign-out.ts'

const Frame = styled('div')({
  '& > div > button': { padding: 0, border: 0, borderRadius: '50%', background: 'none', cursor: 'pointer', display: 'block' },
})
const Content = styled('div')({ display: 'grid', gap: 8, padding: 4 })

/** What stands at the foot of a side menu stands behind the reader's initials here. */
export const PersonMenu = () => {
  const t = useT()
  const person = usePerson()
  const ability = useAbility()
  const actAs = useActingCommand()
  const { go } = useGoTo('/settings/account')
  if (!person) return null
  return (
    <Frame>
      <Disclosure label={person.name} face={<Initials aria-hidden="true">{person.initials}</Initials>}>
        {(close) => (
          <Content>
            <Person live={false} />
            <Controls actions={false} />
            {ability.can('read', 'settings-account') ? (
              <Button
                fullWidth
                color="inherit"
                startIcon={<Icon path={mdiAccountCircleOutline} size={18} />}
                onClick={() => {
                  close()
                  go()
                }}
              >
                {t('nav.account')}
              </Button>
            ) : null}
            {actAs ? (
              <Button
                fullWidth
                color="inherit"
                startIcon={<Icon path={actAs.icon} size={18} />}
                onClick={() => {
                  close()
                  actAs.run()
                }}
              >
                {actAs.label}
              </Button>
            ) : null}
            <Button variant="outlined" fullWidth startIcon={<Icon path={mdiLogoutVariant} size={18} />} onClick={() => void signOut()}>
              {t('signOut')}
            </Button>
          </Content>
        )}
      </Disclosure>
    </Frame>
  )
}
