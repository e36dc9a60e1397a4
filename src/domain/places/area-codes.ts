import { regionZones, type ZoneName } from "./regions.ts";

/**
 * Area codes of the North American Numbering Plan by the region they serve.
 * Source: the administrator's list of codes in service (nanpa.com) and, for Canada, cnac.ca; compared with the
 * numbering-plan metadata of libphonenumber 1.13 (places.test.ts). Checked 2026-11-15.
 * Countries of the plan outside the United States and Canada carry their ISO 3166 alpha-3 code.
 */
const codesByRegion: Record<string, string> = {
  AL: "205 251 256 334 483 659 938",
  AK: "907",
  AZ: "480 520 602 623 928",
  AR: "327 479 501 870",
  CA: "209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951",
  CO: "303 719 720 748 970 983",
  CT: "203 475 860 959",
  DC: "202 771",
  DE: "302",
  FL: "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954",
  GA: "229 404 470 478 678 706 762 770 912 943",
  HI: "808",
  IA: "319 515 563 641 712",
  ID: "208 986",
  IL: "217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872",
  IN: "219 260 317 463 574 765 812 930",
  KS: "316 620 785 913",
  KY: "270 364 502 606 859",
  LA: "225 318 337 457 504 985",
  MA: "339 351 413 508 617 774 781 857 978",
  MD: "227 240 301 410 443 667",
  ME: "207",
  MI: "231 248 269 313 517 586 616 679 734 810 906 947 989",
  MN: "218 320 507 612 651 763 924 952",
  MO: "235 314 417 557 573 636 660 816 975",
  MS: "228 471 601 662 769",
  MT: "406",
  NC: "252 336 472 704 743 828 910 919 980 984",
  ND: "701",
  NE: "308 402 531",
  NH: "603",
  NJ: "201 551 609 640 732 848 856 862 908 973",
  NM: "505 575",
  NV: "702 725 775",
  NY: "212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934",
  OH: "216 220 234 283 326 330 380 419 436 440 513 567 614 740 937",
  OK: "405 539 572 580 918",
  OR: "458 503 541 971",
  PA: "215 223 267 272 412 445 484 570 582 610 717 724 814 835 878",
  RI: "401",
  SC: "803 821 839 843 854 864",
  SD: "605",
  TN: "423 615 629 729 731 865 901 931",
  TX: "210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979",
  UT: "385 435 801",
  VA: "276 434 540 571 686 703 757 804 826 948",
  VT: "802",
  WA: "206 253 360 425 509 564",
  WI: "262 274 353 414 534 608 715 920",
  WV: "304 681",
  WY: "307",
  PR: "787 939",
  VI: "340",
  GU: "671",
  MP: "670",
  AS: "684",
  "CA-AB": "368 403 587 780 825",
  "CA-BC": "236 250 257 604 672 778",
  "CA-MB": "204 431 584",
  "CA-NB": "428 506",
  "CA-NL": "709 879",
  "CA-NS": "782 902",
  "CA-NT": "867",
  "CA-NU": "867",
  "CA-ON": "226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942",
  "CA-PE": "782 902",
  "CA-QC": "263 273 354 367 418 438 450 468 514 579 581 819 873",
  "CA-SK": "306 474 639",
  "CA-YT": "867",
  AIA: "264",
  ATG: "268",
  BHS: "242",
  BMU: "441",
  BRB: "246",
  CYM: "345",
  DMA: "767",
  DOM: "809 829 849",
  GRD: "473",
  JAM: "658 876",
  KNA: "869",
  LCA: "758",
  MSR: "664",
  SXM: "721",
  TCA: "649",
  TTO: "868",
  VCT: "784",
  VGB: "284",
};

/** In regions with several time zones: the codes that lie in fewer than all of them. */
const zonesByCode: Record<string, ZoneName[]> = {};
const assignZones = (zones: ZoneName[], codes: string): void => {
  for (const code of codes.split(" ")) zonesByCode[code] = zones;
};
assignZones(["America/Phoenix"], "480 520 602 623");
assignZones(
  ["America/New_York"],
  "239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954",
);
assignZones(["America/New_York"], "260 317 463 765");
assignZones(["America/Chicago"], "316 913");
assignZones(["America/New_York"], "502 859");
assignZones(["America/New_York"], "231 248 269 313 517 586 616 679 734 810 947 989");
assignZones(["America/Chicago"], "402 531");
assignZones(["America/Los_Angeles"], "702 725");
assignZones(["America/Los_Angeles"], "503 971");
assignZones(["America/Chicago"], "615 629 731 901 931");
assignZones(["America/New_York"], "865");
assignZones(
  ["America/Chicago"],
  "210 214 254 281 325 346 361 409 430 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979",
);
assignZones(["America/Denver"], "915");
// Alabama is Central by law, but towns at the Georgia border use Eastern time by custom.
assignZones(["America/Chicago", "America/New_York"], "334 483");
assignZones(["America/Vancouver"], "604");
assignZones(
  ["America/Toronto"],
  "226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942 263 354 438 450 468 514 579 819 873",
);

export type AreaCode = { regions: string[]; zones: ZoneName[] };

const areaCodes = new Map<string, AreaCode>();
for (const [region, codes] of Object.entries(codesByRegion)) {
  for (const code of codes.split(" ")) {
    const entry = areaCodes.get(code) ?? { regions: [], zones: [] };
    const zones = zonesByCode[code] ?? regionZones(region);
    areaCodes.set(code, {
      regions: [...entry.regions, region],
      zones: [...new Set([...entry.zones, ...zones])],
    });
  }
}

/** Undefined for codes that are unassigned or not geographic. */
export const findAreaCode = (code: string): AreaCode | undefined => areaCodes.get(code);

export type ServiceCode = "toll_free" | "premium" | "personal";
const serviceCodes: Record<ServiceCode, string> = {
  toll_free: "800 833 844 855 866 877 888",
  premium: "900",
  personal: "500 521 522 523 524 525 526 527 528 529 532 533 544 566 577 588 600 622 633 700",
};
const serviceByCode = new Map<string, ServiceCode>(
  (Object.keys(serviceCodes) as ServiceCode[]).flatMap((kind) =>
    serviceCodes[kind].split(" ").map((code): [string, ServiceCode] => [code, kind]),
  ),
);

/** Non-geographic codes, which are not private telephones. */
export const findServiceCode = (code: string): ServiceCode | undefined => serviceByCode.get(code);
