-- Whoever changes how an account is opened shows a second factor once more; a passkey signs a challenge of its own for it, which opens nothing else.
alter table sign_in_challenges drop constraint sign_in_challenges_purpose_check;
alter table sign_in_challenges add constraint sign_in_challenges_purpose_check
  check (purpose in ('second_factor', 'passkey_sign_in', 'passkey_registration', 'proof'));
