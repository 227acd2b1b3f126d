import { toast } from '../toasts.ts'

/** A form has faults, each said beside its field. On a phone the notice would lie over the very fields, and the first of them has the focus. */
export const announceFaults = (text: string): void => {
  if (!matchMedia('(max-width: 599.95px)').matches) toast.error(text)
}
