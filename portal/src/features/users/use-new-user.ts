import { users } from '@tablewire/contracts/identity/users'
import { useForm } from 'react-hook-form'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { currentLang } from '#src/i18n/lang.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'
import { type Account, accountFields, bodyOf, emptyAccount, fieldOfCode } from './user-form.ts'
import { fullName } from './user-words.tsx'

/** What is typed about somebody new; `companyId` null = the caller's own company, or the platform. */
export const useNewUser = (companyId: string | null, onLeave: (id: string, tab?: string) => void) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const form = useForm<Account>({ defaultValues: emptyAccount(currentLang()), shouldFocusError: true })
  const { formState, handleSubmit, setError, reset } = form
  const draft = useDraft(form, { key: 'user:new', owner, of: 0 })
  const { blocker, letGo } = useUnsaved(formState.isDirty)
  const create = useCall(users.create, { meta: { shown: true } })
  const refuse = useShowRefusal<Account>(setError, [...accountFields], fieldOfCode)
  const save = handleSubmit(async (values) => {
    try {
      const made = await create.mutateAsync({ body: { ...bodyOf(values), companyId } })
      letGo()
      reset(values)
      draft.drop()
      await queryClient.invalidateQueries({ queryKey: ['users'] })
      toast.success(t(made.state === 'invited' ? 'created.invited' : 'created', { name: fullName(made), email: made.email }))
      onLeave(made.id, made.access === 'venues' ? 'venues' : undefined)
    } catch (error) {
      refuse(error)
    }
  })
  return { form, draft, blocker, save, saving: create.isPending }
}
