/** The screens below those of the menu: each loads its code when it is opened. */
export const subpageScreens = {
  start: () => import("./screens/start/start-screen.tsx"),
  reference: () => import("./screens/settings/reference/reference-screen.tsx"),
  import: () => import("./screens/people/import/import-screen.tsx"),
  duplicates: () => import("./screens/people/duplicates/duplicates-screen.tsx"),
  personPage: () => import("./screens/people/page/person-page-screen.tsx"),
  forms: () => import("./screens/endpoints/forms/forms-screen.tsx"),
  endpoint: () => import("./screens/endpoints/endpoint-screen.tsx"),
  sequence: () => import("./screens/rules/sequence/sequence-screen.tsx"),
  script: () => import("./screens/voice/script/script-screen.tsx"),
  call: () => import("./screens/voice/call/call-screen.tsx"),
  template: () => import("./screens/campaigns/template/template-screen.tsx"),
  broadcast: () => import("./screens/campaigns/broadcast/broadcast-screen.tsx"),
};
