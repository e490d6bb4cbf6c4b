--
-- PostgreSQL database dump
--

-- Dumped from database version 15.8
-- Dumped by pg_dump version 15.8

SET statement_timeout = 0;
SET lock_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET row_security = off;

CREATE TABLE public.plants (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone
);


CREATE TABLE public.credit_ledger (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    reason text NOT NULL,
    delta integer NOT NULL,
    balance integer NOT NULL,
    idempotency_key text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Data for Name: audit_log_entries; Type: TABLE DATA; Schema: auth; Owner: postgres
--

COPY auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) FROM stdin;
00000000-0000-0000-0000-000000000000	8fa076bd-55f6-434b-b38e-03d2b08145f6	{"action": "user_signedup", "actor_id": "b2dea8cc-1d03-48f0-8d77-be71bba6714a", "actor_name": "Uli", "actor_username": "92xv88sq7c@privaterelay.appleid.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-03 08:15:00.553936+00	
00000000-0000-0000-0000-000000000000	c7b3a253-7524-4522-acb3-d97b2a3164a2	{"action": "user_signedup", "actor_id": "ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35", "actor_name": "Robin", "actor_username": "robin@example.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-05 10:00:00.806084+00	
00000000-0000-0000-0000-000000000000	331ba408-b51d-4a48-9ad3-65797ea4b345	{"action": "user_signedup", "actor_id": "dd44ce84-2174-4043-b9df-0547349ffe9d", "actor_name": "Kim", "actor_username": "kim@example.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "google"}}	2026-07-06 17:00:00.566125+00	
00000000-0000-0000-0000-000000000000	55f21cee-93f8-496d-a8ca-e9575b7916f0	{"action": "user_signedup", "actor_id": "8a839618-66ff-4c04-ad97-d62672d9ab32", "actor_name": "Sam", "actor_username": "23xpwh67pq@privaterelay.appleid.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-08 09:00:00.009678+00	
00000000-0000-0000-0000-000000000000	991912cd-4cc7-4e58-aaa3-cd42d77080ac	{"action": "user_signedup", "actor_id": "47e2a6a3-858b-4525-9539-1a52e8396f44", "actor_name": "Noor", "actor_username": "kn9thhxn8t@privaterelay.appleid.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-09 11:00:00.747604+00	
00000000-0000-0000-0000-000000000000	c8247ae8-3b80-48ee-bb46-031cf65b157f	{"action": "user_signedup", "actor_id": "b77fb6d5-e71d-47d0-82f6-c607f09fa9c7", "actor_name": "Jo", "actor_username": "jo@example.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-12 14:00:00.447649+00	
00000000-0000-0000-0000-000000000000	e78df01a-d22a-48a3-8eca-688e7f5dc61a	{"action": "user_signedup", "actor_id": "848b4ab4-4dda-4c03-9523-432605c32f03", "actor_name": "Mika", "actor_username": "883hj2bx78@privaterelay.appleid.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-13 15:00:00.893908+00	
00000000-0000-0000-0000-000000000000	e55d045f-4db0-4e69-889d-5a3b76ee5780	{"action": "user_signedup", "actor_id": "acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6", "actor_name": "Toni", "actor_username": "6mns869gt8@privaterelay.appleid.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-15 19:00:00.414222+00	
00000000-0000-0000-0000-000000000000	9b722148-ad26-46a3-8f52-f162b1e22f65	{"action": "user_signedup", "actor_id": "1b97f762-fc6f-4a76-b70c-1aabe1536288", "actor_name": "Luca", "actor_username": "luca@example.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-18 20:00:00.179223+00	
00000000-0000-0000-0000-000000000000	2592dc95-46bb-4242-b9be-5ed3514f9ded	{"action": "user_signedup", "actor_id": "215c9a9c-f299-4f3a-9ae6-100fe9da423b", "actor_name": "Dana", "actor_username": "s5jkz9gvxt@privaterelay.appleid.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-20 13:00:00.525900+00	
00000000-0000-0000-0000-000000000000	9719a0fc-8d53-4cb2-ae47-bfcbd9c556fb	{"action": "user_signedup", "actor_id": "8f566a2f-30ee-41fe-b3ca-db59df79eac9", "actor_name": "Ari", "actor_username": "3rt8hm7ncz@privaterelay.appleid.com", "actor_via_sso": false, "log_type": "team", "traits": {"provider": "apple"}}	2026-07-22 16:00:00.441013+00	
00000000-0000-0000-0000-000000000000	2bae22f8-2567-4f69-8308-6bf6ac1dab03	{"action": "login", "actor_id": "ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35", "actor_name": "Robin", "actor_username": "robin@example.com", "actor_via_sso": false, "log_type": "account", "traits": {"provider": "apple"}}	2026-08-02 18:00:00.326077+00	
00000000-0000-0000-0000-000000000000	ba5e03ee-8069-48fc-a3fb-9d6239cab32d	{"action": "login", "actor_id": "b2dea8cc-1d03-48f0-8d77-be71bba6714a", "actor_name": "Uli", "actor_username": "92xv88sq7c@privaterelay.appleid.com", "actor_via_sso": false, "log_type": "account", "traits": {"provider": "apple"}}	2026-08-03 07:00:00.052685+00	
00000000-0000-0000-0000-000000000000	5294e913-7636-4c98-aabd-32a8747f6150	{"action": "user_deleted", "actor_id": "00000000-0000-0000-0000-000000000000", "actor_username": "service_role", "actor_via_sso": false, "log_type": "team", "traits": {"user_email": "kn9thhxn8t@privaterelay.appleid.com", "user_id": "47e2a6a3-858b-4525-9539-1a52e8396f44", "user_phone": ""}}	2026-08-10 10:02:00.238595+00	
00000000-0000-0000-0000-000000000000	833bf08e-e538-4e1f-9d26-b6746f393f61	{"action": "user_deleted", "actor_id": "00000000-0000-0000-0000-000000000000", "actor_username": "service_role", "actor_via_sso": false, "log_type": "team", "traits": {"user_email": "jo@example.com", "user_id": "b77fb6d5-e71d-47d0-82f6-c607f09fa9c7", "user_phone": ""}}	2026-08-12 09:00:00.772010+00	
00000000-0000-0000-0000-000000000000	19df7618-61a8-4d33-9553-ca8085099dba	{"action": "user_deleted", "actor_id": "00000000-0000-0000-0000-000000000000", "actor_username": "service_role", "actor_via_sso": false, "log_type": "team", "traits": {"user_email": "883hj2bx78@privaterelay.appleid.com", "user_id": "848b4ab4-4dda-4c03-9523-432605c32f03", "user_phone": ""}}	2026-08-14 16:00:00.295297+00	
\.


--
-- Data for Name: identities; Type: TABLE DATA; Schema: auth; Owner: postgres
--

COPY auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id) FROM stdin;
001371.c837a6f3db978b1f9c8736cf84e05228.2047	b2dea8cc-1d03-48f0-8d77-be71bba6714a	{"iss": "https://appleid.apple.com", "sub": "001371.c837a6f3db978b1f9c8736cf84e05228.2047", "provider_id": "001371.c837a6f3db978b1f9c8736cf84e05228.2047", "email": "92xv88sq7c@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Uli"}	apple	2026-08-03 07:00:00.449692+00	2026-07-03 08:15:00.556987+00	2026-08-03 07:00:00.596129+00	779934f2-6cfd-4881-9c95-0da258d544e6
001487.e2cad6ac24fa38f2b0c276893195f7cf.1014	ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	{"iss": "https://appleid.apple.com", "sub": "001487.e2cad6ac24fa38f2b0c276893195f7cf.1014", "provider_id": "001487.e2cad6ac24fa38f2b0c276893195f7cf.1014", "email": "robin@example.com", "email_verified": true, "phone_verified": false, "full_name": "Robin"}	apple	2026-07-05 10:00:00.587140+00	2026-07-05 10:00:00.403780+00	2026-07-05 10:00:00.453163+00	8399ef10-60d0-4d5e-9ead-ee3f7810c103
001857.9108b66bb46e199d3ddbf81f78c10c6d.1751	ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	{"iss": "https://appleid.apple.com", "sub": "001857.9108b66bb46e199d3ddbf81f78c10c6d.1751", "provider_id": "001857.9108b66bb46e199d3ddbf81f78c10c6d.1751", "email": "robin@example.com", "email_verified": true, "phone_verified": false, "full_name": "Robin"}	apple	2026-08-02 18:00:00.632515+00	2026-08-02 18:00:00.038140+00	2026-08-02 18:00:00.598023+00	e7aebeb2-de83-40fa-b36e-27685fe6ea85
920677655844660984276	dd44ce84-2174-4043-b9df-0547349ffe9d	{"iss": "https://accounts.google.com", "sub": "920677655844660984276", "provider_id": "920677655844660984276", "email": "kim@example.com", "email_verified": true, "phone_verified": false, "full_name": "Kim"}	google	2026-07-06 17:00:00.009321+00	2026-07-06 17:00:00.309488+00	2026-07-06 17:00:00.192276+00	f5f94ebf-627d-47a0-aa31-1eafb4374127
001465.632af71a9c8128e7f9ad7a656710896a.2212	8a839618-66ff-4c04-ad97-d62672d9ab32	{"iss": "https://appleid.apple.com", "sub": "001465.632af71a9c8128e7f9ad7a656710896a.2212", "provider_id": "001465.632af71a9c8128e7f9ad7a656710896a.2212", "email": "23xpwh67pq@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Sam"}	apple	2026-07-08 09:00:00.251953+00	2026-07-08 09:00:00.119793+00	2026-07-08 09:00:00.383449+00	acdcc67c-d84d-4f75-9040-116a5bca63db
001012.4cb7376c8ecdf1546bb41145510b6040.1703	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	{"iss": "https://appleid.apple.com", "sub": "001012.4cb7376c8ecdf1546bb41145510b6040.1703", "provider_id": "001012.4cb7376c8ecdf1546bb41145510b6040.1703", "email": "6mns869gt8@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Toni"}	apple	2026-07-15 19:00:00.864336+00	2026-07-15 19:00:00.909160+00	2026-07-15 19:00:00.744435+00	63985b98-c080-4d48-8ade-fa4b335a9c23
001600.03bd8b84f44991dbce089f8c56cde19f.1197	1b97f762-fc6f-4a76-b70c-1aabe1536288	{"iss": "https://appleid.apple.com", "sub": "001600.03bd8b84f44991dbce089f8c56cde19f.1197", "provider_id": "001600.03bd8b84f44991dbce089f8c56cde19f.1197", "email": "luca@example.com", "email_verified": true, "phone_verified": false, "full_name": "Luca"}	apple	2026-07-18 20:00:00.386174+00	2026-07-18 20:00:00.571982+00	2026-07-18 20:00:00.161325+00	5ca5c670-e62a-4027-8fc4-b90adf403982
001285.f9ba666556fb95cac33d006c5f317062.1872	215c9a9c-f299-4f3a-9ae6-100fe9da423b	{"iss": "https://appleid.apple.com", "sub": "001285.f9ba666556fb95cac33d006c5f317062.1872", "provider_id": "001285.f9ba666556fb95cac33d006c5f317062.1872", "email": "s5jkz9gvxt@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Dana"}	apple	2026-07-20 13:00:00.078906+00	2026-07-20 13:00:00.129320+00	2026-07-20 13:00:00.055735+00	393efa6e-a75b-4350-a8e7-f9d49ad82eb5
001627.ae047b7392fa3a0c68741194f93fd6d3.1744	8f566a2f-30ee-41fe-b3ca-db59df79eac9	{"iss": "https://appleid.apple.com", "sub": "001627.ae047b7392fa3a0c68741194f93fd6d3.1744", "provider_id": "001627.ae047b7392fa3a0c68741194f93fd6d3.1744", "email": "3rt8hm7ncz@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Ari"}	apple	2026-07-22 16:00:00.532676+00	2026-07-22 16:00:00.225429+00	2026-07-22 16:00:00.060035+00	00798306-e77c-4bb8-a898-597184a1e202
\.


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: auth; Owner: postgres
--

COPY auth.sessions (id, user_id, created_at, updated_at, factor_id, aal, not_after, refreshed_at, user_agent, ip, tag) FROM stdin;
e0254a17-1c30-4919-b482-fa13ddb9f423	b2dea8cc-1d03-48f0-8d77-be71bba6714a	2026-07-03 08:15:00.684670+00	2026-07-30 09:00:00.825079+00	\N	aal1	2026-08-02 08:15:00+00	2026-07-30 09:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.118	\N
b1c88696-e9ee-414f-a0de-e893935dafd7	b2dea8cc-1d03-48f0-8d77-be71bba6714a	2026-08-03 07:00:00.328193+00	2026-08-31 20:00:00.581740+00	\N	aal1	2026-09-02 07:00:00+00	2026-08-31 20:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.7	\N
dbdeddf0-6a1d-4e33-ad1a-5dff3760fa45	ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	2026-07-05 10:00:00.076117+00	2026-07-20 10:00:00.049243+00	\N	aal1	2026-08-04 10:00:00+00	2026-07-20 10:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.193	\N
16011ce6-28cb-4299-9eed-a28db3cc5900	ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	2026-08-02 18:00:00.132102+00	2026-08-20 18:00:00.588415+00	\N	aal1	2026-09-01 18:00:00+00	2026-08-20 18:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.59	\N
a671bc5f-56c1-4a28-9468-c38b3cb798a1	dd44ce84-2174-4043-b9df-0547349ffe9d	2026-07-06 17:00:00.310617+00	2026-07-28 17:00:00.467714+00	\N	aal1	2026-08-05 17:00:00+00	2026-07-28 17:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.199	\N
98d7ee12-4ce5-41ce-90ef-5578a6f8e8a3	8a839618-66ff-4c04-ad97-d62672d9ab32	2026-07-08 09:00:00.798114+00	2026-08-19 21:40:00.266584+00	\N	aal1	2026-08-07 09:00:00+00	2026-08-19 21:40:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.202	\N
1b1e138a-6b0b-4665-b7c1-34dabefef51d	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	2026-07-15 19:00:00.338195+00	2026-08-10 19:00:00.388586+00	\N	aal1	2026-08-14 19:00:00+00	2026-08-10 19:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.112	\N
26656cfc-1561-428e-8d7f-685c95590166	1b97f762-fc6f-4a76-b70c-1aabe1536288	2026-07-18 20:00:00.673652+00	2026-08-14 20:00:00.457583+00	\N	aal1	2026-08-17 20:00:00+00	2026-08-14 20:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.217	\N
785d33ac-67c1-425b-9d91-ed0101313370	215c9a9c-f299-4f3a-9ae6-100fe9da423b	2026-07-20 13:00:00.316299+00	2026-08-18 13:00:00.917216+00	\N	aal1	2026-08-19 13:00:00+00	2026-08-18 13:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.249	\N
bc85c11c-ea18-4c7c-9b03-933dc8bcb1ad	8f566a2f-30ee-41fe-b3ca-db59df79eac9	2026-07-22 16:00:00.684067+00	2026-08-20 16:00:00.525481+00	\N	aal1	2026-08-21 16:00:00+00	2026-08-20 16:00:00	Leafbook/2.3.0 (iOS 19.6)	203.0.113.43	\N
\.


--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: postgres
--

COPY auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, banned_until, is_sso_user, deleted_at, is_anonymous) FROM stdin;
00000000-0000-0000-0000-000000000000	b2dea8cc-1d03-48f0-8d77-be71bba6714a	authenticated	authenticated	92xv88sq7c@privaterelay.appleid.com		2026-07-03 08:15:00.936579+00	2026-08-03 07:00:00.519759+00	{"provider": "apple", "providers": ["apple"]}	{"iss": "https://appleid.apple.com", "sub": "001371.c837a6f3db978b1f9c8736cf84e05228.2047", "provider_id": "001371.c837a6f3db978b1f9c8736cf84e05228.2047", "email": "92xv88sq7c@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Uli"}	\N	2026-07-03 08:15:00.758821+00	2026-08-03 07:00:00.330147+00	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	authenticated	authenticated	robin@example.com		2026-07-05 10:00:00.811866+00	2026-08-02 18:00:00.828923+00	{"provider": "apple", "providers": ["apple"]}	{"iss": "https://appleid.apple.com", "sub": "001857.9108b66bb46e199d3ddbf81f78c10c6d.1751", "provider_id": "001857.9108b66bb46e199d3ddbf81f78c10c6d.1751", "email": "robin@example.com", "email_verified": true, "phone_verified": false, "full_name": "Robin"}	\N	2026-07-05 10:00:00.937064+00	2026-08-02 18:00:00.979504+00	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	dd44ce84-2174-4043-b9df-0547349ffe9d	authenticated	authenticated	kim@example.com		2026-07-06 17:00:00.386239+00	2026-07-06 17:00:00.239034+00	{"provider": "google", "providers": ["google"]}	{"iss": "https://accounts.google.com", "sub": "920677655844660984276", "provider_id": "920677655844660984276", "email": "kim@example.com", "email_verified": true, "phone_verified": false, "full_name": "Kim"}	\N	2026-07-06 17:00:00.057962+00	2026-07-06 17:00:00.540893+00	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	8a839618-66ff-4c04-ad97-d62672d9ab32	authenticated	authenticated	23xpwh67pq@privaterelay.appleid.com		2026-07-08 09:00:00.983598+00	2026-07-08 09:00:00.648299+00	{"provider": "apple", "providers": ["apple"]}	{"iss": "https://appleid.apple.com", "sub": "001465.632af71a9c8128e7f9ad7a656710896a.2212", "provider_id": "001465.632af71a9c8128e7f9ad7a656710896a.2212", "email": "23xpwh67pq@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Sam"}	\N	2026-07-08 09:00:00.136741+00	2026-07-08 09:00:00.138391+00	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	authenticated	authenticated	6mns869gt8@privaterelay.appleid.com		2026-07-15 19:00:00.093322+00	2026-07-15 19:00:00.328270+00	{"provider": "apple", "providers": ["apple"]}	{"iss": "https://appleid.apple.com", "sub": "001012.4cb7376c8ecdf1546bb41145510b6040.1703", "provider_id": "001012.4cb7376c8ecdf1546bb41145510b6040.1703", "email": "6mns869gt8@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Toni"}	\N	2026-07-15 19:00:00.399136+00	2026-07-15 19:00:00.107126+00	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	1b97f762-fc6f-4a76-b70c-1aabe1536288	authenticated	authenticated	luca@example.com		2026-07-18 20:00:00.627425+00	2026-07-18 20:00:00.498792+00	{"provider": "apple", "providers": ["apple"]}	{"iss": "https://appleid.apple.com", "sub": "001600.03bd8b84f44991dbce089f8c56cde19f.1197", "provider_id": "001600.03bd8b84f44991dbce089f8c56cde19f.1197", "email": "luca@example.com", "email_verified": true, "phone_verified": false, "full_name": "Luca"}	\N	2026-07-18 20:00:00.550325+00	2026-07-18 20:00:00.501274+00	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	215c9a9c-f299-4f3a-9ae6-100fe9da423b	authenticated	authenticated	s5jkz9gvxt@privaterelay.appleid.com		2026-07-20 13:00:00.397056+00	2026-07-20 13:00:00.655153+00	{"provider": "apple", "providers": ["apple"]}	{"iss": "https://appleid.apple.com", "sub": "001285.f9ba666556fb95cac33d006c5f317062.1872", "provider_id": "001285.f9ba666556fb95cac33d006c5f317062.1872", "email": "s5jkz9gvxt@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Dana"}	\N	2026-07-20 13:00:00.975778+00	2026-07-20 13:00:00.914477+00	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	8f566a2f-30ee-41fe-b3ca-db59df79eac9	authenticated	authenticated	3rt8hm7ncz@privaterelay.appleid.com		2026-07-22 16:00:00.056198+00	2026-07-22 16:00:00.380894+00	{"provider": "apple", "providers": ["apple"]}	{"iss": "https://appleid.apple.com", "sub": "001627.ae047b7392fa3a0c68741194f93fd6d3.1744", "provider_id": "001627.ae047b7392fa3a0c68741194f93fd6d3.1744", "email": "3rt8hm7ncz@privaterelay.appleid.com", "email_verified": true, "phone_verified": false, "full_name": "Ari"}	\N	2026-07-22 16:00:00.679616+00	2026-07-22 16:00:00.899945+00	\N	\N	f	\N	f
\.


--
-- Data for Name: apple_revocations; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.apple_revocations (id, user_id, called_at, http_status) FROM stdin;
1	47e2a6a3-858b-4525-9539-1a52e8396f44	2026-08-10 10:02:01.719396+00	200
2	848b4ab4-4dda-4c03-9523-432605c32f03	2026-08-14 16:00:01.224370+00	200
\.


--
-- Data for Name: credit_ledger; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.credit_ledger (id, user_id, reason, delta, balance, idempotency_key, created_at) FROM stdin;
401	b2dea8cc-1d03-48f0-8d77-be71bba6714a	bonus	5	5	welcome:b2dea8cc-1d03-48f0-8d77-be71bba6714a	2026-07-03 08:15:20.863675+00
402	b2dea8cc-1d03-48f0-8d77-be71bba6714a	identify	-1	4	\N	2026-07-03 08:21:00.301600+00
403	b2dea8cc-1d03-48f0-8d77-be71bba6714a	identify	-1	3	\N	2026-07-04 09:01:00.821816+00
406	ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	bonus	5	5	welcome:ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	2026-07-05 10:00:20.090495+00
407	dd44ce84-2174-4043-b9df-0547349ffe9d	bonus	5	5	welcome:dd44ce84-2174-4043-b9df-0547349ffe9d	2026-07-06 17:00:20.968673+00
410	8a839618-66ff-4c04-ad97-d62672d9ab32	bonus	5	5	welcome:8a839618-66ff-4c04-ad97-d62672d9ab32	2026-07-08 09:00:20.994641+00
411	47e2a6a3-858b-4525-9539-1a52e8396f44	bonus	5	5	welcome:47e2a6a3-858b-4525-9539-1a52e8396f44	2026-07-09 11:00:20.410037+00
408	dd44ce84-2174-4043-b9df-0547349ffe9d	purchase	50	55	apple-transaction:2000000698110350	2026-07-10 17:00:03.191966+00
409	dd44ce84-2174-4043-b9df-0547349ffe9d	identify	-1	54	\N	2026-07-10 17:10:00.924845+00
412	b77fb6d5-e71d-47d0-82f6-c607f09fa9c7	bonus	5	5	welcome:b77fb6d5-e71d-47d0-82f6-c607f09fa9c7	2026-07-12 14:00:20.502903+00
413	848b4ab4-4dda-4c03-9523-432605c32f03	bonus	5	5	welcome:848b4ab4-4dda-4c03-9523-432605c32f03	2026-07-13 15:00:20.164468+00
414	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	bonus	5	5	welcome:acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	2026-07-15 19:00:20.178743+00
415	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	purchase	50	55	apple-transaction:2000000698110627	2026-07-16 19:00:03.580800+00
416	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	purchase	50	105	apple-transaction:2000000698110627	2026-07-16 19:00:34.560541+00
417	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	identify	-1	104	\N	2026-07-16 19:11:00.813717+00
404	b2dea8cc-1d03-48f0-8d77-be71bba6714a	purchase	50	53	apple-transaction:2000000698110281	2026-07-18 12:00:03.791624+00
418	1b97f762-fc6f-4a76-b70c-1aabe1536288	bonus	5	5	welcome:1b97f762-fc6f-4a76-b70c-1aabe1536288	2026-07-18 20:00:20.584414+00
419	1b97f762-fc6f-4a76-b70c-1aabe1536288	identify	-1	4	\N	2026-07-18 20:06:00.741651+00
420	1b97f762-fc6f-4a76-b70c-1aabe1536288	identify	-1	4	\N	2026-07-18 20:06:01.491494+00
405	b2dea8cc-1d03-48f0-8d77-be71bba6714a	identify	-1	52	\N	2026-07-19 10:01:00.257026+00
422	215c9a9c-f299-4f3a-9ae6-100fe9da423b	bonus	5	5	welcome:215c9a9c-f299-4f3a-9ae6-100fe9da423b	2026-07-20 13:00:20.530438+00
421	1b97f762-fc6f-4a76-b70c-1aabe1536288	identify	-1	3	\N	2026-07-20 20:00:00.458451+00
423	215c9a9c-f299-4f3a-9ae6-100fe9da423b	purchase	20	25	apple-transaction:2000000698110883	2026-07-21 13:00:03.873172+00
425	8f566a2f-30ee-41fe-b3ca-db59df79eac9	bonus	5	5	welcome:8f566a2f-30ee-41fe-b3ca-db59df79eac9	2026-07-22 16:00:20.438373+00
426	8f566a2f-30ee-41fe-b3ca-db59df79eac9	purchase	200	205	apple-transaction:2000000698111175	2026-07-23 16:00:03.362904+00
424	215c9a9c-f299-4f3a-9ae6-100fe9da423b	purchase	50	75	apple-transaction:2000000698111150	2026-08-15 14:30:00.649404+00
\.


--
-- Data for Name: iap_transactions; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.iap_transactions (transaction_id, user_id, product_id, bundle_id, environment, state, purchased_at, finished_at) FROM stdin;
2000000698110281	b2dea8cc-1d03-48f0-8d77-be71bba6714a	com.example.leafbook.credits.50	com.example.leafbook	Production	verified	2026-07-18 12:00:00.526798+00	2026-07-18 12:00:06.119672+00
2000000698110350	dd44ce84-2174-4043-b9df-0547349ffe9d	com.example.leafbook.credits.50	com.example.leafbook	Production	verified	2026-07-10 17:00:00.153361+00	2026-07-10 17:00:06.620780+00
2000000698110627	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	com.example.leafbook.credits.50	com.example.leafbook	Production	verified	2026-07-16 19:00:00.680271+00	2026-07-16 19:00:06.954310+00
2000000698110883	215c9a9c-f299-4f3a-9ae6-100fe9da423b	com.example.leafbook.credits.200	com.example.leafbook	Production	verified	2026-07-21 13:00:00.002948+00	2026-07-21 13:00:06.086388+00
2000000698111150	215c9a9c-f299-4f3a-9ae6-100fe9da423b	com.example.leafbook.credits.50	com.example.leafbook	Production	verified	2026-08-15 13:00:00.627784+00	2026-08-15 13:00:01.570891+00
2000000698111175	8f566a2f-30ee-41fe-b3ca-db59df79eac9	com.example.leafbook.credits.200	com.example.leafbook	Sandbox	verified	2026-07-23 16:00:00.264642+00	2026-07-23 16:00:06.270895+00
\.


--
-- Data for Name: links; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.links (id, user_id, url, created_at) FROM stdin;
1	ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	https://example.com/my-garden	2026-07-06 10:00:00.749543+00
\.


--
-- Data for Name: newsletter; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.newsletter (id, subscriber, created_at) FROM stdin;
1	b2dea8cc-1d03-48f0-8d77-be71bba6714a	2026-07-04 10:00:00.723553+00
2	nika@example.com	2026-07-30 10:00:00.061524+00
\.


--
-- Data for Name: plants; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.plants (id, user_id, name, created_at, updated_at) FROM stdin;
1201	b2dea8cc-1d03-48f0-8d77-be71bba6714a	Monstera	2026-07-03 08:20:00.455693+00	2026-07-05 08:20:00.849004+00
1202	b2dea8cc-1d03-48f0-8d77-be71bba6714a	Ivy	2026-07-04 09:00:00.547487+00	2026-07-06 09:00:00.800497+00
1203	b2dea8cc-1d03-48f0-8d77-be71bba6714a	Monstera	2026-07-19 10:00:00.819583+00	2026-07-21 10:00:00.827562+00
1204	ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35	Monstera	2026-07-05 10:10:00.443484+00	2026-07-07 10:10:00.448406+00
1205	dd44ce84-2174-4043-b9df-0547349ffe9d	Calathea	2026-07-06 17:10:00.341000+00	2026-07-08 17:10:00.790845+00
1206	8a839618-66ff-4c04-ad97-d62672d9ab32	Fern	2026-07-08 09:30:00.034274+00	2026-07-10 09:30:00.819573+00
1207	47e2a6a3-858b-4525-9539-1a52e8396f44	Fig	2026-07-09 11:05:00.230001+00	2026-07-11 11:05:00.232578+00
1208	47e2a6a3-858b-4525-9539-1a52e8396f44	Calathea	2026-07-21 11:00:00.789640+00	2026-07-23 11:00:00.828258+00
1209	acb64b0e-4bc2-42d4-b5e2-6bc6f2f610a6	Fern	2026-07-16 19:10:00.520577+00	2026-07-18 19:10:00.431275+00
1210	1b97f762-fc6f-4a76-b70c-1aabe1536288	Fern	2026-07-18 20:05:00.580618+00	2026-07-20 20:05:00.004868+00
1211	1b97f762-fc6f-4a76-b70c-1aabe1536288	Ivy	2026-07-18 20:05:01.160488+00	2026-07-20 20:05:01.256700+00
\.


--
-- Name: plants plants_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.plants
    ADD CONSTRAINT plants_pkey PRIMARY KEY (id);


--
-- PostgreSQL database dump complete
--

