import { mdiAccountSwitchOutline } from '@mdi/js'
import { useAbility } from '#src/api/ability.ts'
import { useSession } from '#src/api/session.ts'
import { useT } from '../use-t.ts'
import { actingDialog } from './acting.ts'

type ActingCommand = { label: string; icon: string; run: () => void }

/** For the menu of the person and the command palette; undefined for whoever may not, or acts already. */
export const useActingCommand = (): ActingCommand | undefined => {
  const t = useT()
  const { userData } = useSession()
  const may = useAbility().can('act', 'customers')
  return may && !userData?.actedBy ? { label: t('acting.start'), icon: mdiAccountSwitchOutline, run: actingDialog.open } : undefined
}
