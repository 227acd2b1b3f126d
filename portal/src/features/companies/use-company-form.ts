import { guestData } from '@tablewire/contracts/booking/guest-data'
import { type Company, companies, type RetentionPlan } from '@tablewire/contracts/estate/companies'
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
import { bodyOf, type CompanyFields, fieldNames, fieldsOf, shortened } from './company-form.ts'
import { useT } from './use-t.ts'

/** What would go, and what saves it all the same. */
export type AskedRetention = { plan: RetentionPlan; goOn: () => Promise<void> }

/** What is typed about one company; knows when somebody else saved meanwhile. */
export const useCompanyForm = (opened: Company) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const [saved, setSaved] = useState(opened)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<Company>()
  const form = useForm<CompanyFields>({ defaultValues: fieldsOf(opened), shouldFocusError: true })
  const { setError, handleSubmit } = form
  const [asked, setAsked] = useState<AskedRetention>()
  const draft = useDraft(form, { key: `company:${opened.id}`, owner, of: saved.version })
  const update = useCall(companies.update, { meta: { shown: true } })
  const refuse = useShowRefusal<CompanyFields>(setError, fieldNames)
  const write = async (values: CompanyFields, version: number): Promise<void> => {
    try {
      const fresh = await update.mutateAsync({ params: { id: opened.id }, body: { ...bodyOf(values), version } })
      setSaved(fresh)
      dropTheirs()
      showFresh(form, { before: values, fresh: fieldsOf(fresh) })
      void queryClient.invalidateQueries({ queryKey: keyOf(companies.list) })
      toast.success(t('saved', { name: fresh.name }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'company.version_stale')
        return meet(error, await api(companies.get, { params: { id: opened.id } }))
      refuse(error)
    }
  }
  /** Where less is kept than `stands` says, whoever saves is told first what goes. */
  const ask = async (values: CompanyFields, version: number, stands: Company): Promise<void> => {
    const query = shortened(stands, values)
    if (!query) return write(values, version)
    try {
      const plan = await api(guestData.planRetention, { params: { id: opened.id }, query })
      setAsked({ plan, goOn: () => write(values, version) })
    } catch (error) {
      refuse(error)
    }
  }
  const save = handleSubmit((values) => ask(values, draft.of, saved))
  const overwrite = (values: CompanyFields): void => {
    if (!theirs) return
    const stands = theirs
    dropTheirs()
    form.reset(values, { keepDefaultValues: true })
    void ask(values, stands.version, stands)
  }
  return {
    form,
    saved,
    theirs,
    saves,
    dropTheirs,
    draft,
    save,
    saving: update.isPending,
    overwrite,
    asked,
    drop: () => setAsked(undefined),
  }
}
