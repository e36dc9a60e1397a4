import * as z from "zod";

// Zod compiles schemas with `new Function`, which the content security policy forbids.
z.config({ jitless: true });
