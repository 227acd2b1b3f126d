import type { Proof } from '@tablewire/contracts/identity/security'
import { type UserDetail, users } from '@tablewire/contracts/identity/users'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { showFresh } from '#src/kit/form/show-fresh.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'
import { type Account, accountFields, accountOf, bodyOf, fieldOfCode } from './user-form.ts'
import { fullName } from './user-words.tsx'

/** Wrong proofs are told where they are asked for. */
const ofProof: readonly string[] = ['password.wrong', 'otp.wrong', 'passkey.refused']

/** What is typed about one user, saved together; knows when somebody else saved meanwhile. */
export const useUserForm = (opened: UserDetail) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const [saved, setSaved] = useState(opened)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<UserDetail>()
  /** A new address of one's own, until it is shown who sits there. */
  const [unproven, setUnproven] = useState<{ values: Account; version: number }>()
  const form = useForm<Account>({ defaultValues: accountOf(opened), shouldFocusError: true })
  const { setError, reset, handleSubmit } = form
  const draft = useDraft(form, { key: `user:${opened.id}`, owner, of: saved.version })
  const update = useCall(users.update, { meta: { shown: true } })
  const refuse = useShowRefusal<Account>(setError, [...accountFields], fieldOfCode)
  /** After any write about this user: what is not saved yet in the form stays in it. */
  const take = (fresh: UserDetail, sent?: Account): void => {
    setSaved(fresh)
    dropTheirs()
    if (sent) showFresh(form, { before: sent, fresh: accountOf(fresh) })
    else reset(accountOf(fresh), { keepDirtyValues: true })
    queryClient.setQueryData(keyOf(users.get, { params: { id: fresh.id }, query: { mode: 'min' } }), fresh)
    void queryClient.invalidateQueries({ queryKey: keyOf(users.list) })
  }
  const write = async (values: Account, version: number, proof?: Proof): Promise<void> => {
    if (saved.oneself && !proof && values.email.trim().toLowerCase() !== saved.email) return setUnproven({ values, version })
    try {
      const fresh = await update.mutateAsync({
        params: { id: opened.id },
        body: { ...bodyOf(values, saved.roles), version, ...(proof && { proof }) },
      })
      setUnproven(undefined)
      take(fresh, values)
      toast.success(t('saved', { name: fullName(fresh) }))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (proof && ofProof.includes(code)) throw error
      setUnproven(undefined)
      if (code === 'user.version_stale') return meet(error, await api(users.get, { params: { id: opened.id }, query: { mode: 'min' } }))
      refuse(error)
    }
  }
  const save = handleSubmit((values) => write(values, draft.of))
  const overwrite = (values: Account): void => {
    if (!theirs) return
    const { version } = theirs
    dropTheirs()
    reset(values, { keepDefaultValues: true })
    void write(values, version)
  }
  const prove = async (proof: Proof): Promise<void> => unproven && write(unproven.values, unproven.version, proof)
  const address = unproven && { prove, drop: () => setUnproven(undefined) }
  return { form, saved, take, theirs, saves, dropTheirs, draft, save, saving: update.isPending, overwrite, address }
}
